import { afterEach, describe, expect, it } from "vitest";
import { randomIds } from "../../../platform/basics/ids.ts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import {
  createMigratedAddress,
  openAtAddress,
  type TestAddress,
  testDialect,
} from "@wordloom/testing/databases/test-database";

const path = "/api/admin/settings";
const FOLLOWER = "maintenance_follow";

/** Apps with separate database handles represent processes, without Redis between them. */
describe.runIf(testDialect === "postgres")("settings of two processes on one database", () => {
  const closing: (() => Promise<void>)[] = [];
  let address: TestAddress;

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await address.remove();
  });

  async function startOne(): Promise<TestApp> {
    const database = await openAtAddress(address.url);
    const app = await buildTestApp({ database, ids: randomIds });
    closing.push(
      () => app.close(),
      () => database.destroy(),
    );
    return app;
  }

  async function startTwo() {
    address = await createMigratedAddress();
    const [one, other] = [await startOne(), await startOne()];
    const admin = await one.admin();
    const put = (app: TestApp, body: object) =>
      app.send("PUT", path, { headers: admin.headers, body });
    return { one, other, admin, put, learner: await one.learner() };
  }

  it("take effect in the other after its next check, at most three seconds later", async () => {
    const { one, other, learner, put } = await startTwo();
    const me = () => other.send("GET", "/api/users/me", { headers: learner.headers });
    expect((await me()).headers["ratelimit-limit"]).toBe("600");
    const rate_limits = { authenticated: { window_secs: 60, max: 50 } };
    expect((await put(one, { rate_limits, maintenance_mode: true })).status).toBe(200);
    expect((await me()).status).toBe(200);

    const follower = other.jobs;
    expect(await follower.runNow(FOLLOWER)).toBe("ok");
    const reply = await me();
    expect(reply).toMatchObject({ status: 503, body: { code: "MAINTENANCE" } });
    expect(other.hub.recorded()).toEqual(["all:maintenance"]);
    await put(one, { maintenance_mode: false });
    await follower.runNow(FOLLOWER);
    expect((await me()).headers["ratelimit-limit"]).toBe("50");
  });

  it("are shown to administrators as stored, not from a cache", async () => {
    const { one, other, admin, put } = await startTwo();
    const shown = async (where: string) =>
      (await other.send("GET", `${path}${where}`, { headers: admin.headers })).body.data;
    expect(await shown("")).toMatchObject({ default_daily_words: 20 });
    await put(one, { default_daily_words: 25 });
    expect(await shown("")).toMatchObject({ default_daily_words: 25 });
    await put(one, { default_daily_words: 30 });
    const about = { key: "default_daily_words", value: 30, updatedBy: admin.id };
    expect((await shown("/schema")).fields).toContainEqual(expect.objectContaining(about));
  });

  it("are reread within a second when requests need them", async () => {
    const { one, other, put } = await startTwo();
    const body = { email: "ada@example.org", username: "Ada", password: "Right-pw-1" };
    await other.send("POST", "/api/auth/register", { body: { ...body, email: "b@example.org" } });
    await put(one, { registration_enabled: false });
    other.clock.advance(1_000);
    expect(await other.send("POST", "/api/auth/register", { body })).toMatchObject({ status: 403 });
  });

  it("are changed sequentially, so that no bucket is lost", async () => {
    const { one, other, admin, put } = await startTwo();
    const limit = { window_secs: 60, max: 50 };
    const replies = await Promise.all([
      put(one, { rate_limits: { auth: limit } }),
      put(other, { rate_limits: { probe: limit } }),
      put(one, { rate_limits: { telemetry: limit } }),
      put(other, { rate_limits: { app_events: limit } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    one.clock.advance(1_000);
    const { body } = await one.send("GET", path, { headers: admin.headers });
    expect(body.data.rate_limits).toMatchObject({
      auth: limit,
      probe: limit,
      telemetry: limit,
      app_events: limit,
    });
  });
});

describe("maintenance mode", () => {
  it("survives a restart, with the limits", async () => {
    const address = await createMigratedAddress();
    const database = await openAtAddress(address.url);
    const first = await buildTestApp({ database, ids: randomIds });
    const { headers } = await first.admin();
    const rate_limits = { anonymous: { window_secs: 60, max: 7 } };
    await first.send("PUT", path, { headers, body: { maintenance_mode: true, rate_limits } });
    await first.close();

    const second = await buildTestApp({ database: database.withoutPlugins(), ids: randomIds });
    expect(second.deps.maintenance.active).toBe(true);
    const { headers: limits } = await second.send("GET", "/api/wordbooks/system");
    expect(limits["ratelimit-limit"] ?? "none").toBe("none");
    const docs = await second.send("GET", "/api/openapi.json");
    expect(docs.headers["ratelimit-limit"]).toBe("7");
    await second.close();
    await database.destroy();
    await address.remove();
  });
});
