import { describe, expect } from "vitest";
import { crashReport, reportOfTwo, tripReport } from "../../../testing/app/app-event-needs.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { appEventsRoutes } from "../app-events/app-events.routes.ts";
import { appEventAnalyticsRoutes } from "./app-event-analytics.routes.ts";

const routes = [appEventsRoutes, appEventAnalyticsRoutes];
const PATH = "/api/admin/app-events";
/** The tests start at noon on this Friday. */
const TODAY = "2026-05-01";
const YESTERDAY = "2026-04-30";
const WEEK = { days: 7, rangeStart: "2026-04-25", rangeEnd: TODAY };

const refused = (code: string) => ({ success: false, code });
const asked = (path: string) =>
  ({ as: "admin", send: ["GET", `${PATH}/${path}`] }) satisfies Partial<Scenario>;

const mixture = (app: ScenarioApp) =>
  reportOfTwo(
    app,
    [{}, {}, tripReport(100), crashReport, { daysAgo: 1 }, { daysAgo: 7, name: "session_start" }],
    [{}, tripReport(300)],
  );

const READS = [
  "overview",
  "trend",
  "top-events",
  "errors",
  "perf",
  "funnel",
  "retention-matrix",
  "activity",
];

describe("ranges of app-event reads", () => {
  scenarios(routes, {
    "are the latest 7 days by default": {
      given: async (app) => {
        for (const read of READS) {
          const { status, body } = await app.send("GET", `${PATH}/${read}`, app.a1);
          expect([read, status, body.data]).toMatchObject([read, 200, WEEK]);
        }
      },
      ...asked("overview"),
      status: 200,
      body: { success: true, data: WEEK },
    },
    "may be 90 days": {
      ...asked("trend?days=90"),
      status: 200,
      body: { data: { days: 90, rangeStart: "2026-02-01", rangeEnd: TODAY } },
    },
    "may be any 90 days, including both ends": {
      ...asked("trend?from=2025-12-01&to=2026-02-28&days=7"),
      status: 200,
      body: { data: { days: 90, rangeStart: "2025-12-01", rangeEnd: "2026-02-28" } },
    },
    "use the operator's time zone": {
      ...asked("trend"),
      settings: { APP_TIMEZONE: "Pacific/Auckland" },
      status: 200,
      body: { data: { days: 7, rangeEnd: "2026-05-02" } },
    },
    "refuse 91 days": {
      ...asked("trend?from=2025-12-01&to=2026-03-01"),
      status: 400,
      body: refused("INVALID_RANGE"),
    },
    "refuse any other number of days": {
      ...asked("overview?days=8"),
      status: 400,
      body: refused("INVALID_RANGE"),
    },
    "refuse days that are not a number": {
      ...asked("funnel?days=week"),
      status: 400,
      body: refused("INVALID_RANGE"),
    },
    "refuse a day that does not exist": {
      ...asked("perf?from=2026-02-30&to=2026-03-01"),
      status: 400,
      body: refused("INVALID_RANGE"),
    },
    "refuse days in the year 1": {
      ...asked("perf?from=0001-01-01&to=0001-01-02"),
      status: 400,
      body: refused("INVALID_RANGE"),
    },
    "refuse a range without an end": {
      ...asked("activity?from=2026-04-01"),
      status: 400,
      body: refused("INVALID_RANGE"),
    },
    "refuse a range that ends before it begins": {
      ...asked("errors?from=2026-04-02&to=2026-04-01"),
      status: 400,
      body: refused("INVALID_RANGE"),
    },
  });
});

describe.each(READS)("GET /api/admin/app-events/%s", (read) => {
  scenarios(routes, {
    "accepts 90 days": { ...asked(`${read}?days=90`), status: 200, body: { data: { days: 90 } } },
    "refuses 91 days, ends included": {
      ...asked(`${read}?from=2026-01-01&to=2026-04-01`),
      status: 400,
      body: refused("INVALID_RANGE"),
    },
  });
});

describe("GET /api/admin/app-events/overview", () => {
  scenarios(routes, {
    "is zero without events": {
      ...asked("overview"),
      status: 200,
      body: {
        data: {
          generatedAt: "2026-05-01T12:00:00.000Z",
          totalEvents: { value: 0, prevValue: 0, deltaPct: null },
          dauAverage: { value: 0, prevValue: 0, deltaPct: null },
          errorCount: { value: 0, prevValue: 0, deltaPct: null },
          crashFreePct: null,
          apiRttP95: null,
        },
      },
    },
    "compares with the days before, including events that just arrived": {
      ...asked("overview"),
      given: mixture,
      status: 200,
      body: {
        data: {
          totalEvents: { value: 7, prevValue: 1, deltaPct: 600 },
          // Over seven days: two learners today and one yesterday. Before: one.
          dauAverage: { value: 0.43, prevValue: 0.14, deltaPct: 207.1 },
          errorCount: { value: 1, prevValue: 0, deltaPct: null },
          crashFreePct: 50,
          apiRttP95: 300,
        },
      },
    },
    "is 100 % crash-free without a crash": {
      ...asked("overview"),
      given: (app: ScenarioApp) => reportOfTwo(app, [{ ...crashReport, name: "app_error" }]),
      status: 200,
      body: { data: { crashFreePct: 100, errorCount: { value: 1 } } },
    },
  });
});

describe("GET /api/admin/app-events/trend", () => {
  scenarios(routes, {
    "has a row for every day": {
      ...asked("trend"),
      given: mixture,
      status: 200,
      after: (_app, { body }) => {
        const { rows } = body.data;
        expect(rows).toHaveLength(7);
        expect(rows[0]).toEqual({ day: "2026-04-25", behavior: 0, error: 0, perf: 0, dau: 0 });
        expect(rows.slice(-2)).toEqual([
          { day: YESTERDAY, behavior: 1, error: 0, perf: 0, dau: 1 },
          { day: TODAY, behavior: 3, error: 1, perf: 2, dau: 2 },
        ]);
      },
    },
  });
});

describe("GET /api/admin/app-events/top-events", () => {
  const all = [
    { name: "word_lookup", category: "behavior", count: 4, users: 2 },
    { name: "api_rtt", category: "perf", count: 2, users: 2 },
    { name: "crash", category: "error", count: 1, users: 1 },
  ];
  scenarios(routes, {
    "ranks events and counts each learner once in the whole range": {
      ...asked("top-events"),
      given: mixture,
      status: 200,
      body: { data: { rows: all } },
    },
    "can be limited to one category": {
      ...asked("top-events?category=error"),
      given: mixture,
      status: 200,
      body: { data: { rows: [all[2]] } },
    },
    "respects the limit": {
      ...asked("top-events?limit=1"),
      given: mixture,
      status: 200,
      body: { data: { rows: [all[0]] } },
    },
    "clamps the limit to its range": {
      ...asked("top-events?limit=0"),
      given: mixture,
      status: 200,
      body: { data: { rows: [all[0]] } },
    },
    "refuses an unknown category": {
      ...asked("top-events?category=sales"),
      status: 400,
      body: refused("APP_EVENT_INVALID_CATEGORY"),
    },
  });
});
