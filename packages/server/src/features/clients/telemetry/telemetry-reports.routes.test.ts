import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { telemetryReportsRoutes } from "./telemetry-reports.routes.ts";
import {
  listReportingDevices,
  readTelemetryOverview,
  storeReport,
  type ReportRow,
} from "./telemetry-reports.service.ts";

const NOON_MS = Date.parse("2026-05-01T12:00:00.000Z");
const MARK = `<img src=x onerror=alert(1)>\u202e'"`;
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });

const empty: ReportRow = {
  id: "",
  device_id: "d1",
  user_id: "u1",
  event_type: "periodic",
  request_id: null,
  client_at_ms: 0,
  server_at_ms: 0,
  session_duration_secs: null,
  actions_per_min: null,
  error_count: null,
  avg_response_ms: null,
  current_route: null,
  click_count: null,
  device_json: null,
  behavior_json: null,
  feature_usage_json: null,
};

let reportCount = 0;
/** Adds reports in the order in which the device wrote them, a second apart. */
async function report(app: ScenarioApp, ...rows: Partial<ReportRow>[]): Promise<void> {
  for (const row of rows) {
    reportCount += 1;
    const atMs = app.clock.nowMs();
    const times = { client_at_ms: atMs - 500, server_at_ms: atMs };
    await storeReport(app.deps, { ...empty, id: `r${1_000 + reportCount}`, ...times, ...row });
    app.clock.advance(1_000);
  }
}

const sessionStart = (secs: number | null = 0) => ({
  event_type: "session_start" as const,
  session_duration_secs: secs,
});
const at = (secs: number) => ({ session_duration_secs: secs });

describe("GET /api/admin/telemetry/:deviceId", () => {
  const path = "/api/admin/telemetry/d1";
  const given = async (app: ScenarioApp) => {
    reportCount = 0;
    await report(
      app,
      {
        ...sessionStart(),
        device_json: JSON.stringify({ model: MARK, timezone: "UTC" }),
      },
      { device_id: "d2" },
      {
        session_duration_secs: 7,
        actions_per_min: 1.5,
        error_count: 0,
        avg_response_ms: 2.5,
        behavior_json: JSON.stringify({ currentRoute: MARK, clickCount: 1 }),
        feature_usage_json: JSON.stringify({ [MARK]: 2 }),
      },
    );
  };
  scenarios(telemetryReportsRoutes, {
    "lists a device's reports, newest first": {
      as: "admin",
      given,
      send: ["GET", path],
      status: 200,
      after: (_app, { body }) => {
        const stats = { sessionDurationSecs: 0, actionsPerMin: null, errorCount: null };
        expect(body.data).toEqual({
          records: [
            {
              id: "r1003",
              deviceId: "d1",
              userId: "u1",
              eventType: "periodic",
              requestId: null,
              serverTs: "2026-05-01T12:00:02.000Z",
              deviceProfile: null,
              sessionStats: {
                sessionDurationSecs: 7,
                actionsPerMin: 1.5,
                errorCount: 0,
                avgResponseTimeMs: 2.5,
              },
              behaviorSummary: { currentRoute: MARK, clickCount: 1 },
              featureUsage: { [MARK]: 2 },
            },
            {
              id: "r1001",
              deviceId: "d1",
              userId: "u1",
              eventType: "session_start",
              requestId: null,
              serverTs: "2026-05-01T12:00:00.000Z",
              deviceProfile: { model: MARK, timezone: "UTC" },
              sessionStats: { ...stats, avgResponseTimeMs: null },
              behaviorSummary: null,
              featureUsage: null,
            },
          ],
          total: 2,
        });
      },
    },
    "lists reports of one type": {
      as: "admin",
      given,
      send: ["GET", `${path}?eventType=periodic`],
      status: 200,
      body: { data: { records: [{ id: "r1003" }], total: 1 } },
    },
    "names the request that a report replies to": {
      as: "admin",
      given: (app) => report(app, { event_type: "on_demand", request_id: "asked" }),
      send: ["GET", path],
      status: 200,
      body: { data: { records: [{ eventType: "on_demand", requestId: "asked" }] } },
    },
    "refuses an unknown type": {
      as: "admin",
      send: ["GET", `${path}?eventType=other`],
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
    "follows limit and offset": {
      as: "admin",
      given,
      send: ["GET", `${path}?limit=1&offset=1`],
      status: 200,
      body: { data: { records: [{ id: "r1001" }], total: 2 } },
    },
    "returns 50 by default": {
      as: "admin",
      given: (app) => report(app, ...Array<object>(201).fill({})),
      send: ["GET", path],
      status: 200,
      after: (_app, { body }) => expect(body.data.records).toHaveLength(50),
    },
    "returns at most 200": {
      as: "admin",
      given: (app) => report(app, ...Array<object>(201).fill({})),
      send: ["GET", `${path}?limit=201`],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.records).toHaveLength(200);
        expect(body.data.total).toBe(201);
      },
    },
    "raises a limit of 0 and a negative offset": {
      as: "admin",
      given,
      send: ["GET", `${path}?limit=0&offset=-1`],
      status: 200,
      body: { data: { records: [{ id: "r1003" }], total: 2 } },
    },
    "is empty for a device without reports": {
      as: "admin",
      send: ["GET", "/api/admin/telemetry/%3Cb%3E"],
      status: 200,
      body: { data: { records: [], total: 0 } },
    },
  });
});

describe("GET /api/admin/telemetry/:deviceId/summary", () => {
  const path = "/api/admin/telemetry/d1/summary";
  const targets = (...clickTargets: object[]) => JSON.stringify({ clickTargets });
  const sums = (app: ScenarioApp) =>
    report(
      app,
      { ...sessionStart(), device_json: '{"model":"old"}' },
      {
        session_duration_secs: 10,
        actions_per_min: 1,
        error_count: 2,
        avg_response_ms: 100,
        current_route: MARK,
        click_count: 3,
        feature_usage_json: '{"a":1,"b":2.5}',
        behavior_json: targets({ label: MARK, tag: "a" }, { label: "B", tag: "" }),
      },
      {
        session_duration_secs: 20,
        actions_per_min: 2,
        error_count: 1,
        avg_response_ms: null,
        current_route: MARK,
        click_count: 4,
        feature_usage_json: '{"a":1}',
        behavior_json: targets({ label: MARK, tag: "a" }),
      },
      { event_type: "on_demand", current_route: "/b", device_json: '{"model":"new"}' },
      { device_id: "d2", error_count: 100, click_count: 100, session_duration_secs: 1_000 },
    );
  scenarios(telemetryReportsRoutes, {
    "adds up a device's reports": {
      as: "admin",
      given: sums,
      send: ["GET", path],
      status: 200,
      after: (_app, { body }) => {
        const none = { avg_actions_per_min: null, avg_response_ms: null, total_errors: 0 };
        expect(body.data).toEqual({
          total: 4,
          first_ts: "2026-05-01T12:00:00.000Z",
          last_ts: "2026-05-01T12:00:03.000Z",
          by_event_type: [
            { event_type: "on_demand", count: 1, avg_duration_secs: null, ...none },
            {
              event_type: "periodic",
              count: 2,
              avg_duration_secs: 15,
              total_errors: 3,
              avg_actions_per_min: 1.5,
              avg_response_ms: 100,
            },
            { event_type: "session_start", count: 1, avg_duration_secs: 0, ...none },
          ],
          device_profile: { model: "new" },
          feature_usage: [
            { name: "b", count: 2.5 },
            { name: "a", count: 2 },
          ],
          routes: [
            { name: MARK, count: 2 },
            { name: "/b", count: 1 },
          ],
          click_targets: [
            { label: MARK, tag: "a", count: 2 },
            { label: "B", tag: "", count: 1 },
          ],
          total_clicks: 7,
          total_errors: 3,
          total_duration_secs: 20,
          session_count: 1,
        });
      },
    },
    "adds up reports of one type": {
      as: "admin",
      given: sums,
      send: ["GET", `${path}?event_type=on_demand`],
      status: 200,
      body: {
        data: {
          total: 1,
          routes: [{ name: "/b", count: 1 }],
          feature_usage: [],
          click_targets: [],
          total_clicks: 0,
          total_duration_secs: 0,
          session_count: 0,
        },
      },
    },
    "is all zero for a device without reports": {
      as: "admin",
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          total: 0,
          first_ts: null,
          last_ts: null,
          by_event_type: [],
          device_profile: null,
          feature_usage: [],
          routes: [],
          click_targets: [],
          total_clicks: 0,
          total_errors: 0,
          total_duration_secs: 0,
          session_count: 0,
        },
      },
    },
    "refuses an unknown type": {
      as: "admin",
      send: ["GET", `${path}?event_type=other`],
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
    "adds the longest duration of each session": {
      as: "admin",
      given: (app) =>
        report(
          app,
          sessionStart(),
          at(5),
          at(12),
          sessionStart(),
          at(6),
          sessionStart(null),
          at(3),
          at(3),
        ),
      send: ["GET", path],
      status: 200,
      body: { data: { total_duration_secs: 12 + 6 + 3, session_count: 3 } },
    },
    "separates sessions by all reports even for one type": {
      as: "admin",
      given: (app) => report(app, sessionStart(), at(5), sessionStart(), at(6), sessionStart()),
      send: ["GET", `${path}?event_type=periodic`],
      status: 200,
      body: { data: { total_duration_secs: 11, session_count: 2 } },
    },
    "reads many reports page by page": {
      as: "admin",
      given: (app) =>
        report(
          app,
          ...Array.from({ length: 1_001 }, (_, n) => ({
            ...at(n),
            // Many reports arrive in the same millisecond.
            server_at_ms: NOON_MS + (n % 3),
            client_at_ms: n,
          })),
        ),
      send: ["GET", path],
      status: 200,
      body: { data: { total: 1_001, total_duration_secs: 1_000, session_count: 1 } },
    },
    "lists the 100 most used features and 50 most used routes and targets": {
      as: "admin",
      given: (app) =>
        report(
          app,
          ...Array.from({ length: 101 }, (_, n) => ({
            current_route: `/r${n}`,
            feature_usage_json: JSON.stringify({ [`f${n}`]: n }),
            behavior_json: targets({ label: `l${n}`, tag: "a" }),
          })),
        ),
      send: ["GET", path],
      status: 200,
      after: (_app, { body }) => {
        const { feature_usage, routes, click_targets } = body.data;
        expect(feature_usage).toHaveLength(100);
        expect(feature_usage[0]).toEqual({ name: "f100", count: 100 });
        expect([routes.length, click_targets.length]).toEqual([50, 50]);
      },
    },
  });
});

describe("telemetry for other features", () => {
  scenarios(telemetryReportsRoutes, {
    "contains the number of reports, the latest one, and devices that reported recently": {
      as: "admin",
      given: (app) => report(app, {}, { device_id: "d2" }, { event_type: "on_demand" }),
      send: ["GET", "/api/admin/telemetry/d1"],
      status: 200,
      after: async ({ deps }) => {
        expect(await readTelemetryOverview(deps, "d1")).toMatchObject({
          total: 2,
          latest: { eventType: "on_demand" },
        });
        expect(await readTelemetryOverview(deps, "d3")).toEqual({ total: 0, latest: null });
        const since = (secs: number) =>
          listReportingDevices(deps, ["d1", "d2", "d3"], NOON_MS + secs * 1_000);
        expect([...(await since(0))].toSorted()).toEqual(["d1", "d2"]);
        expect([...(await since(2))]).toEqual(["d1"]);
        expect([...(await since(3))]).toEqual([]);
      },
    },
  });
});
