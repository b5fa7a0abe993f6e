import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { createRecordingSink } from "@wordloom/testing/service/recording-sink";
import { findRedis, startRedis, type RedisServer } from "@wordloom/testing/databases/redis-server";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { until } from "@wordloom/testing/service/until";
import { realtimeRoutes } from "./realtime.routes.ts";

const incident = { type: "incident", errorRate: 0.5, windowSecs: 300 } as const;

/** Opens streams of other accounts. */
function openStreams(app: ScenarioApp, kind: "learner" | "admin", count: number): void {
  for (let n = 0; n < count; n += 1) {
    const listener = { kind, accountId: `other${n}`, sessionId: `s${n}` };
    const body = app.hub.open({ listener, maintenanceActive: false });
    body.start(createRecordingSink());
  }
}

describe("GET /api/realtime/events", () => {
  scenarios(realtimeRoutes, {
    "ignores a token in the query": {
      send: (app) => ["GET", `/api/realtime/events?token=${app.u1.token}`],
      status: 401,
      body: { code: "AUTH_UNAUTHORIZED" },
    },
    "refuses further streams with a time to retry": {
      as: "learner",
      settings: { LIMITS_MAX_SSE_CONNECTIONS: "2" },
      given: (app) => openStreams(app, "learner", 2),
      send: ["GET", "/api/realtime/events"],
      status: 429,
      body: { code: "RATE_LIMITED" },
      headers: { "retry-after": "30" },
    },
    "is unavailable while the service shuts down": {
      as: "learner",
      given: ({ deps }) => deps.events.closeAll(),
      send: ["GET", "/api/realtime/events"],
      status: 503,
      body: { code: "UNAVAILABLE" },
    },
    "answers HEAD without opening a stream": {
      as: "learner",
      send: ["HEAD", "/api/realtime/events"],
      status: 200,
      headers: { "content-type": "text/event-stream" },
      after: (app) => expect(app.hub.count()).toBe(0),
    },
  });
});

describe("GET /api/admin/realtime/events", () => {
  scenarios(realtimeRoutes, {
    "answers HEAD without opening a stream": {
      as: "admin",
      send: ["HEAD", "/api/admin/realtime/events"],
      status: 200,
      headers: { "content-type": "text/event-stream" },
      after: (app) => expect(app.hub.count()).toBe(0),
    },
    "is unavailable while the service shuts down": {
      as: "admin",
      given: ({ deps }) => deps.events.closeAll(),
      send: ["GET", "/api/admin/realtime/events"],
      status: 503,
      body: { code: "UNAVAILABLE" },
    },
    "refuses the 65th stream with a time to retry": {
      as: "admin",
      given: (app) => openStreams(app, "admin", 64),
      send: ["GET", "/api/admin/realtime/events"],
      status: 429,
      body: { code: "RATE_LIMITED" },
      headers: { "retry-after": "30" },
    },
  });
});

const redisSource = findRedis(process.env);

describe.each([
  { how: "within the process", source: undefined },
  ...(redisSource === undefined ? [] : [{ how: "through Redis", source: redisSource }]),
])("an open stream with events $how", ({ source }) => {
  const apps: TestApp[] = [];
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    if (source !== undefined) redis = await startRedis(source);
  });
  afterAll(() => redis?.stop());
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });
  afterAll(closeCleanDatabase);

  async function setUp() {
    const features = onlyFeature({ routes: [realtimeRoutes] });
    const settings = redis === undefined ? {} : { REDIS_URL: redis.url };
    const app = await buildTestApp({ features, settings });
    apps.push(app);
    return app;
  }

  /**
   * Waits until all events published so far are delivered. Events keep their order, so this awaits
   * one more event.
   */
  async function delivered({ hub }: TestApp): Promise<void> {
    const listener = { kind: "admin", accountId: "probe", sessionId: "s" } as const;
    const sink = createRecordingSink();
    hub.open({ listener, maintenanceActive: false }).start(sink);
    hub.toAdmins({ type: "worker_missed", workerName: "probe", missCount: 3 });
    await until(() => sink.types().includes("worker_missed"));
    sink.hangUp();
  }

  /** Opens a stream. Its reply resolves when the stream has ended. */
  async function follow(app: TestApp, path: string, headers: Readonly<Record<string, string>>) {
    const before = app.hub.count();
    const reply = app.send("GET", path, { headers });
    while (app.hub.count() === before) await new Promise((resolve) => setImmediate(resolve));
    return { reply };
  }

  it("has the headers that proxies need", async () => {
    const app = await setUp();
    const u1 = await app.learner();
    const { reply } = await follow(app, "/api/realtime/events", u1.headers);
    app.hub.closeAll();
    expect((await reply).headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      "x-request-id": expect.any(String) as string,
    });
  });

  it("starts with the maintenance state and continues with events", async () => {
    const app = await setUp();
    const u1 = await app.learner();
    app.deps.maintenance.set(true);
    await delivered(app);
    const { reply } = await follow(app, "/api/realtime/events", u1.headers);
    app.hub.toUser("u2", { type: "record_failed", clientRecordId: "c", code: "NOT_FOUND" });
    app.hub.toUser(u1.id, { type: "record_failed", clientRecordId: "c", code: "NOT_FOUND" });
    await delivered(app);
    app.hub.closeAll();
    expect((await reply).text).toMatch(
      new RegExp(
        "^retry: 3000\n\nevent: maintenance\ndata: .*true}\n\n" +
          "id: [A-Za-z0-9]+-\\d+\nevent: record_failed\ndata: .*\n\nretry: 3000\n\n$",
      ),
    );
  });

  it("resumes after the last event received", async () => {
    const app = await setUp();
    const u1 = await app.learner();
    const listener = { kind: "learner", accountId: u1.id, sessionId: "s" } as const;
    const first = createRecordingSink();
    app.hub.open({ listener, maintenanceActive: false }).start(first);
    app.hub.toAll(incident);
    await delivered(app);
    const [, lastEventId = ""] = /id: (.*)\n/.exec(first.text()) ?? [];
    app.hub.toUser(u1.id, { type: "record_failed", clientRecordId: "c", code: "NOT_FOUND" });
    await delivered(app);

    const headers = { ...u1.headers, "last-event-id": lastEventId };
    const { reply } = await follow(app, "/api/realtime/events", headers);
    app.hub.closeAll();
    const types = (await reply).text.split("\n").filter((line) => line.startsWith("event: "));
    expect(types).toEqual(["event: maintenance", "event: record_failed"]);
  });

  it("ends when its session ends", async () => {
    const app = await setUp();
    const [u1, u2] = [await app.learner(), await app.learner()];
    const { reply } = await follow(app, "/api/realtime/events", u1.headers);
    await follow(app, "/api/realtime/events", u2.headers);
    await app.deps.database.deleteFrom("sessions").where("account_id", "=", u1.id).execute();
    app.deps.sessions.forget(u1.id);
    expect((await reply).status).toBe(200);
    expect(app.hub.count()).toBe(1);
  });

  it("receives events for administrators only as an administrator", async () => {
    const app = await setUp();
    const [a1, u1] = [await app.admin(), await app.learner()];
    const admin = await follow(app, "/api/admin/realtime/events", a1.headers);
    const learner = await follow(app, "/api/realtime/events", u1.headers);
    app.hub.toAdmins({ type: "worker_missed", workerName: "w", missCount: 3 });
    await delivered(app);
    app.hub.closeAll();
    expect((await admin.reply).text).toContain("event: worker_missed\n");
    expect((await learner.reply).text).not.toContain("worker_missed");
  });
});
