import type { KyselyPlugin } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../platform/database/tables.ts";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { idleJobs } from "../../../testing/app/idle-jobs.ts";
import { createTestClock, type TestClock } from "@wordloom/testing/service/test-clock";
import {
  DEVICE_FLUSH,
  flushTouches,
  flushTouchesOf,
  forgetTouches,
  noteTouch,
  type Touch,
} from "./device-touches.service.ts";

let database: Database;
let clock: TestClock;
let woken: string[];
let statements: string[];
let broken: boolean;

/** Records the kinds of statements, and can make them fail. */
const statementLog: KyselyPlugin = {
  transformQuery({ node }) {
    if (broken) throw new Error("the disk is full");
    statements.push(node.kind);
    return node;
  },
  transformResult: async ({ result }) => result,
};

beforeEach(async () => {
  const open = await openCleanDatabase();
  for (const id of ["u1", "u2"]) await addUser(open, id);
  [statements, woken, broken] = [[], [], false];
  database = open.withPlugin(statementLog);
  clock = createTestClock();
});
afterAll(closeCleanDatabase);

async function addUser(db: Database, id: string): Promise<void> {
  const names = { id, email: `${id}@example.org`, username: id, password_hash: "" };
  const times = { created_at_ms: 0, updated_at_ms: 0 };
  await db
    .insertInto("users")
    .values({ ...names, ...times })
    .execute();
}

function needs() {
  const jobs = { ...idleJobs, wake: (name: string) => void woken.push(name) };
  return { clock, database, jobs };
}

function touch(userId: string, deviceId: string, hints: Partial<Touch> = {}): void {
  const silent = { platform: null, appVersion: null, fingerprint: null, fingerprintCoarse: null };
  noteTouch(needs(), { deviceId, userId, ip: "192.0.2.1", ...silent, ...hints });
}

const rows = () => database.selectFrom("devices").selectAll().orderBy("id").execute();
const flush = () => flushTouches(needs());

describe("noteTouch", () => {
  it("writes nothing itself, for any number of requests", async () => {
    for (let n = 0; n < 500; n += 1) touch("u1", `d${n % 3}`);
    expect(statements).toEqual([]);
    await flush();
    expect(statements).toHaveLength(2);
    expect(await rows()).toHaveLength(3);
  });

  it("reads the owner only once, and nothing without requests", async () => {
    touch("u1", "d1");
    await flush();
    statements = [];
    touch("u1", "d1");
    await flush();
    await flush();
    expect(statements).toHaveLength(1);
  });

  it("triggers a flush for a new device, and leaves others to the schedule", async () => {
    touch("u1", "d1");
    touch("u1", "d1");
    expect(woken).toEqual([DEVICE_FLUSH]);
    await flush();
    touch("u1", "d1");
    expect(woken).toEqual([DEVICE_FLUSH]);
  });

  it("keeps the time first seen and the latest values", async () => {
    const firstAtMs = clock.nowMs();
    touch("u1", "d1", { platform: "ios", appVersion: "1.0.0", fingerprint: "f" });
    clock.advance(1_000);
    touch("u1", "d1", { appVersion: "1.0.1", ip: "192.0.2.2" });
    await flush();
    clock.advance(1_000);
    touch("u1", "d1", { fingerprintCoarse: "c" });
    await flush();
    expect(await rows()).toMatchObject([
      {
        id: "d1",
        user_id: "u1",
        platform: "ios",
        app_version: "1.0.1",
        ip: "192.0.2.1",
        fingerprint: "f",
        fingerprint_coarse: "c",
        first_seen_at_ms: firstAtMs,
        last_seen_at_ms: firstAtMs + 2_000,
      },
    ]);
  });

  it("stores unknown as platform of a device that never reported one", async () => {
    touch("u1", "d1");
    await flush();
    expect(await rows()).toMatchObject([{ platform: "unknown", app_version: null }]);
  });

  it("assigns a device without an owner to the first learner who uses it", async () => {
    const row = { id: "d1", platform: "web", first_seen_at_ms: 5, last_seen_at_ms: 5 };
    await database.insertInto("devices").values(row).execute();
    touch("u2", "d1");
    await flush();
    expect(await rows()).toMatchObject([{ user_id: "u2", first_seen_at_ms: 5 }]);
  });

  it("never changes a device's owner, or its data for another learner", async () => {
    touch("u1", "d1", { appVersion: "1.0.0" });
    touch("u2", "d1", { appVersion: "6.6.6" });
    await flush();
    touch("u2", "d1", { appVersion: "6.6.6", ip: "6.6.6.6" });
    await flush();
    clock.advance(60_000);
    touch("u2", "d1", { appVersion: "6.6.6", ip: "6.6.6.6" });
    await flush();
    expect(await rows()).toMatchObject([{ user_id: "u1", app_version: "1.0.0", ip: "192.0.2.1" }]);
  });

  it("notices that another learner's device has lost its owner", async () => {
    touch("u1", "d1");
    await flush();
    await database.updateTable("devices").set({ user_id: null }).execute();
    clock.advance(60_000);
    touch("u2", "d1");
    await flush();
    expect(await rows()).toMatchObject([{ user_id: "u2" }]);
  });

  it("registers nothing for an erased account", async () => {
    touch("u3", "d1");
    touch("u1", "d2");
    touch("u2", "d3");
    forgetTouches({ database }, "u2");
    await flush();
    expect(await rows()).toMatchObject([{ id: "d2" }]);
  });

  it("limits the number of waiting devices", async () => {
    for (let n = 1; n < 20_000; n += 1) touch("u1", `d${n}`);
    touch("u2", "the last");
    touch("u2", "one too many");
    // This test needs no rows of u1.
    forgetTouches({ database }, "u1");
    await flush();
    expect(await rows()).toMatchObject([{ id: "the last" }]);
  });
});

describe("flushTouches", () => {
  it("retries rows that could not be written, with newer values", async () => {
    const firstAtMs = clock.nowMs();
    touch("u1", "d1", { appVersion: "1.0.0" });
    touch("u1", "d2");
    broken = true;
    await expect(flush()).rejects.toThrow("full");
    clock.advance(1_000);
    touch("u1", "d1", { appVersion: "1.0.1" });
    broken = false;
    await flush();
    const seen = { first_seen_at_ms: firstAtMs, last_seen_at_ms: firstAtMs + 1_000 };
    expect(await rows()).toMatchObject([{ ...seen, app_version: "1.0.1" }, { id: "d2" }]);
  });

  it("is awaited by reads of a device that is being written", async () => {
    touch("u1", "d1");
    const flushing = flush();
    await flushTouchesOf(needs(), "d1");
    expect(await rows()).toHaveLength(1);
    await flushing;
  });
});
