import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { avatarsFeature } from "./avatars.feature.ts";
import { avatarsRoutes } from "./avatars.routes.ts";
import { avatarFileUpkeep } from "./avatars.worker.ts";

// Checks that a process's folder is a cache in which nothing is lost or left behind. Two apps on
// one database, each with its own folder, act as processes on two machines.
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GIF = Buffer.from("GIF89a");
const features = onlyFeature({ routes: [avatarsRoutes], workers: [avatarFileUpkeep] });

let one: TestApp;
let other: TestApp;
let u1: TestAccount;

beforeEach(async () => {
  one = await buildTestApp({ features });
  other = await buildTestApp({ features, database: one.deps.database.withoutPlugins() });
  u1 = await one.learner();
});
afterEach(async () => {
  await other.close();
  await one.close();
});
afterAll(closeCleanDatabase);

const folderOf = ({ deps }: TestApp) => join(deps.settings.DATA_DIR, "avatars");
const filesOf = (app: TestApp) =>
  existsSync(folderOf(app)) ? readdirSync(folderOf(app)).toSorted() : [];
const tend = (app: TestApp) => app.jobs.runNow(avatarFileUpkeep.name);
const show = (app: TestApp, name: string) => app.send("GET", `/avatars/${name}`);

function upload(app: TestApp, bytes: Buffer, type: "png" | "gif") {
  const headers = { ...u1.headers, "content-type": `image/${type}` };
  return app.send("POST", "/api/user-profile/avatar", { body: bytes, headers });
}

function put(app: TestApp, name: string, bytes: Buffer): string {
  mkdirSync(folderOf(app), { recursive: true });
  writeFileSync(join(folderOf(app), name), bytes);
  return join(folderOf(app), name);
}

describe("two processes without a common folder", () => {
  it("show the picture that the other one accepted", async () => {
    expect((await upload(one, PNG, "png")).status).toBe(200);
    expect(filesOf(other)).toEqual([]);
    const [here, there] = [await show(one, "u1.png"), await show(other, "u1.png")];
    expect(there.status).toBe(200);
    expect(there.headers["etag"]).toBe(here.headers["etag"]);
    expect(filesOf(other)).toEqual(["u1.png"]);
  });

  it("show the newest one, although their own file is older", async () => {
    const longer = Buffer.concat([PNG, PNG]);
    await upload(one, PNG, "png");
    await show(other, "u1.png");
    await upload(one, longer, "png");
    const { headers } = await show(other, "u1.png");
    expect(headers["content-length"]).toBe(String(longer.length));
  });

  it("remove their files of pictures that the other one replaced or erased", async () => {
    await upload(one, PNG, "png");
    await show(other, "u1.png");
    await upload(one, GIF, "gif");
    await tend(other);
    expect(filesOf(other)).toEqual([]);
    await show(other, "u1.gif");
    expect(filesOf(other)).toEqual(["u1.gif"]);
    await one.deps.database.deleteFrom("avatar_blobs").execute();
    await one.deps.database.deleteFrom("users").execute();
    await tend(other);
    expect(filesOf(other)).toEqual([]);
  });
});

describe("avatar_file_upkeep", () => {
  it("runs at the start of every process and every hour", () => {
    const { schedule, everywhere } = avatarFileUpkeep;
    expect({ schedule, everywhere }).toEqual({ schedule: { everyMs: HOUR_MS }, everywhere: true });
    expect(avatarsFeature.workers).toContain(avatarFileUpkeep);
  });

  it("imports pictures of an earlier release into the database, once", async () => {
    put(one, "u1.png", PNG);
    await one.deps.database.updateTable("users").set({ avatar_type: "png" }).execute();
    expect(await tend(one)).toBe("ok");
    expect((await show(other, "u1.png")).headers["content-length"]).toBe(String(PNG.length));
    put(other, "u1.png", GIF);
    expect(await tend(other)).toBe("ok");
    expect((await show(other, "u1.png")).headers["content-length"]).toBe(String(PNG.length));
    expect(filesOf(one)).toEqual(["u1.png"]);
  });

  it("does not bring back the picture of an erased or changed account", async () => {
    put(one, "u1.gif", GIF);
    put(one, "erased.png", PNG);
    put(one, "notes.txt", GIF);
    await one.deps.database.updateTable("users").set({ avatar_type: "png" }).execute();
    expect(await tend(one)).toBe("ok");
    expect(filesOf(one)).toEqual(["notes.txt"]);
    expect(await one.deps.database.selectFrom("avatar_blobs").selectAll().execute()).toEqual([]);
  });

  it("removes drafts left by a crash, but none that is being written", async () => {
    const lost = put(one, ".u1.a.new", PNG);
    const recent = put(one, ".u1.b.new", PNG);
    const nowSecs = one.clock.nowMs() / 1000;
    utimesSync(lost, nowSecs - 3601, nowSecs - 3601);
    utimesSync(recent, nowSecs - 5, nowSecs - 5);
    await tend(one);
    expect(filesOf(one)).toEqual([".u1.b.new"]);
  });
});
