import type { RequestPoint } from "@wordloom/contract";
import { afterAll, describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { requestStatsFeature } from "./request-stats.feature.ts";

const at = "/api/admin/monitoring/requests";
const MINUTE_MS = 60_000;

type Stored = Pick<ScenarioApp, "clock" | "deps" | "jobs">;

function answer({ deps }: Stored, count: number, status = 200, ms = 10, path = "/api/words") {
  for (let n = 0; n < count; n += 1) deps.metrics.request("GET", path, status, ms / 1_000);
}

async function store({ jobs }: Stored): Promise<void> {
  expect(await jobs.runNow("request_stats_flush")).toBe("ok");
}

const pointsWith = (points: readonly RequestPoint[]) => points.filter(({ total }) => total > 0);

describe("GET /api/admin/monitoring/requests", () => {
  const buckets = (window: string, count: number, bucketMs: number): Scenario => ({
    as: "admin",
    send: ["GET", `${at}?window=${window}`],
    status: 200,
    after: ({ clock }, { body }) => {
      const { points } = body.data as { points: RequestPoint[] };
      expect(points).toHaveLength(count);
      expect(points.every(({ ts }, n) => ts === (points[0]?.ts ?? 0) + n * bucketMs)).toBe(true);
      const end = (points.at(-1)?.ts ?? 0) + bucketMs;
      expect(end - clock.nowMs(), "the last bucket is the present one").toBeGreaterThan(0);
      expect(end - clock.nowMs()).toBeLessThanOrEqual(bucketMs);
      expect(points[0]).toMatchObject({ total: 0, p50Ms: null, p95Ms: null, p99Ms: null });
    },
  });
  /** Stores requests from an hour ago and from now, and reads each window that covers them. */
  const sums = (window: string, total: number): Scenario => ({
    as: "admin",
    given: async (app) => {
      answer(app, 3);
      app.clock.advance(70 * MINUTE_MS);
      await store(app);
      answer(app, 2);
      app.clock.advance(MINUTE_MS);
      await store(app);
      answer(app, 1);
    },
    send: ["GET", `${at}?window=${window}`],
    status: 200,
    after: (_app, { body }) => {
      const { points, routes } = body.data;
      const found = points.reduce((sum: number, point: RequestPoint) => sum + point.total, 0);
      expect(found).toBe(total);
      expect(routes).toMatchObject([{ route: "GET /api/words", count: total }]);
    },
  });

  scenarios(requestStatsFeature, {
    "refuses another window": {
      as: "admin",
      send: ["GET", `${at}?window=2h`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "shows an hour by default": {
      as: "admin",
      send: ["GET", at],
      status: 200,
      body: { data: { window: "1h" } },
    },
    "shows a quarter hour in steps of 15 seconds": buckets("15m", 60, 15_000),
    "shows an hour in minutes": buckets("1h", 60, MINUTE_MS),
    "shows six hours in steps of five minutes": buckets("6h", 72, 5 * MINUTE_MS),
    "shows a day in quarter hours": buckets("24h", 96, 15 * MINUTE_MS),
    "shows a week in steps of two hours": buckets("7d", 84, 120 * MINUTE_MS),
    "sums a quarter hour": sums("15m", 3),
    "sums an hour": sums("1h", 3),
    "sums six hours": sums("6h", 6),
    "sums a day": sums("24h", 6),
    "sums a week": sums("7d", 6),
    "reports latency and failures by time and by route": {
      as: "admin",
      given: (app) => {
        answer(app, 90, 200, 10);
        answer(app, 8, 404, 100);
        answer(app, 2, 500, 1_000, "/api/records");
        app.deps.metrics.request("GET", "/api/x", 503, 0.001, { deliberate: true });
        app.clock.advance(15_000);
        answer(app, 1);
      },
      send: ["GET", `${at}?window=15m`],
      status: 200,
      after: (_app, { body }) => {
        const [first, second, ...others] = pointsWith(body.data.points);
        expect(others).toEqual([]);
        expect(first).toMatchObject({ total: 101, errors4xx: 8, errors5xx: 2 });
        expect(second).toMatchObject({ total: 1 });
        expect((first?.p50Ms ?? 0) / 10).toBeCloseTo(1, 0.9);
        expect((first?.p95Ms ?? 0) / 100).toBeCloseTo(1, 0.9);
        expect((first?.p99Ms ?? 0) / 1_000).toBeCloseTo(1, 0.9);
        expect(body.data.routes).toMatchObject([
          { route: "GET /api/words", count: 99, errorRate: 0 },
          { route: "GET /api/records", count: 2, errorRate: 1 },
          { route: "GET /api/x", count: 1, errorRate: 0 },
        ]);
      },
    },
    "keeps eight days": {
      as: "admin",
      given: async (app) => {
        answer(app, 1);
        app.clock.advance(2 * MINUTE_MS);
        answer(app, 1);
        app.clock.advance(MINUTE_MS);
        await store(app);
        app.clock.advance(8 * 86_400_000 - MINUTE_MS);
        expect(await app.jobs.runNow("request_stats_cleanup")).toBe("ok");
      },
      send: ["GET", at],
      status: 200,
      after: async ({ deps }) => {
        const kept = deps.database.selectFrom("request_stats").select("start_ms");
        const spanOf = (spanMs: number) => kept.where("span_ms", "=", spanMs).execute();
        expect(await spanOf(MINUTE_MS)).toEqual([{ start_ms: Date.parse("2026-05-01T12:02:00Z") }]);
        expect(await spanOf(15 * MINUTE_MS)).toEqual([]);
      },
    },
  });
});

describe("request_stats_flush", () => {
  afterAll(closeCleanDatabase);

  it("sums over processes, stores completed minutes, and all of them at the stop", async () => {
    const database = await openCleanDatabase("checked");
    const features = onlyFeature(requestStatsFeature);
    const [one, other] = [
      await buildTestApp({ features, database }),
      await buildTestApp({ features, database: database.withoutPlugins() }),
    ];
    const rows = () => database.selectFrom("request_stats").selectAll().execute();
    Object.assign(other.deps.instance, { id: "other" });
    await one.listen();
    answer(one, 2);
    await store(one);
    expect(await rows(), "the minute still goes on").toEqual([]);
    answer(other, 5);
    other.clock.advance(MINUTE_MS);
    await store(other);
    expect(await rows()).toHaveLength(2);
    const admin = await one.admin();
    const { body } = await one.send("GET", `${at}?window=24h`, { headers: admin.headers });
    expect(body.data.routes[0]).toMatchObject({ route: "GET /api/words", count: 7 });
    await one.close();
    expect(await rows()).toHaveLength(4);
    await other.close();
  });

  it("adds up the minutes of a quarter hour, and stores none twice", async () => {
    const app = await buildTestApp({ features: onlyFeature(requestStatsFeature) });
    for (let minute = 0; minute < 16; minute += 1) {
      answer(app, 1);
      app.clock.advance(MINUTE_MS);
      await store(app);
      await store(app);
    }
    const stored = await app.deps.database
      .selectFrom("request_stats")
      .selectAll()
      .where("span_ms", "=", 15 * MINUTE_MS)
      .orderBy("start_ms")
      .execute();
    expect(stored.map(({ slots_json }) => JSON.parse(slots_json)[0][0])).toEqual([15, 1]);
    await app.close();
  });

  it("loses nothing when the database fails", async () => {
    const app = await buildTestApp({ features: onlyFeature(requestStatsFeature) });
    answer(app, 4);
    app.clock.advance(MINUTE_MS);
    const { transaction } = app.deps.database;
    const broken = () => {
      throw new Error("disk full");
    };
    Object.assign(app.deps.database, { transaction: broken });
    expect(await app.jobs.runNow("request_stats_flush")).toBe("failed");
    Object.assign(app.deps.database, { transaction });
    await store(app);
    const rows = await app.deps.database.selectFrom("request_stats").selectAll().execute();
    expect(rows.map(({ slots_json }) => JSON.parse(slots_json)[0][0])).toEqual([4, 4]);
    await app.close();
  });
});
