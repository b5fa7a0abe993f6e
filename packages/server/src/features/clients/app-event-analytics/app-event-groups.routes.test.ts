import { describe, expect } from "vitest";
import {
  appEvent,
  crashReport,
  report,
  reportOfTwo,
  tripReport,
  type AppEventAbout,
} from "../../../testing/app/app-event-needs.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { appEventsRoutes } from "../app-events/app-events.routes.ts";
import { appEventAnalyticsRoutes } from "./app-event-analytics.routes.ts";

const routes = [appEventsRoutes, appEventAnalyticsRoutes];
const PATH = "/api/admin/app-events";
/** The tests start at noon on this Friday. */
const TODAY = "2026-05-01";
const YESTERDAY = "2026-04-30";
const DAY_MS = 86_400_000;

const refused = (code: string) => ({ success: false, code });
const asked = (path: string) =>
  ({ as: "admin", send: ["GET", `${PATH}/${path}`] }) satisfies Partial<Scenario>;

describe("GET /api/admin/app-events/errors", () => {
  const failure = (status: number): AppEventAbout => {
    const props = { endpoint: "/api/words/:id", status };
    return { name: "api_failure", category: "error", props };
  };
  const given = (app: ScenarioApp) =>
    reportOfTwo(
      app,
      [failure(500), failure(500), failure(503), { ...crashReport, daysAgo: 1 }],
      [crashReport],
    );
  scenarios(routes, {
    "groups by signature, with samples": {
      ...asked("errors"),
      given,
      status: 200,
      after: (_app, { body }) => {
        const { rows } = body.data;
        expect(rows).toMatchObject([
          { name: "api_failure", signature: "/api/words/:id 500", count: 2 },
          { name: "crash", signature: "s1", count: 2, lastSeen: "2026-05-01T12:00:00.000Z" },
          { name: "api_failure", signature: "/api/words/:id 503", count: 1 },
        ]);
        expect(rows[1].samples).toEqual([
          {
            at: "2026-05-01T12:00:00.000Z",
            platform: "web",
            appVersion: "1.2.3",
            props: { signature: "s1", kind: "k" },
          },
          {
            at: "2026-04-30T12:00:00.000Z",
            platform: "ios",
            appVersion: "1.2.3",
            props: { signature: "s1", kind: "k" },
          },
        ]);
      },
    },
    "shows at most three samples, newest first": {
      ...asked("errors"),
      given: (app: ScenarioApp) =>
        reportOfTwo(app, [
          { ...crashReport, daysAgo: 2 },
          { ...crashReport, daysAgo: 1 },
          crashReport,
          crashReport,
        ]),
      status: 200,
      after: (_app, { body }) => {
        const [{ samples }] = body.data.rows;
        const days = samples.map(({ at }: { at: string }) => at.slice(0, 10));
        expect(days).toEqual([TODAY, TODAY, YESTERDAY]);
      },
    },
    "shows no samples of removed events, but counts them": {
      ...asked("errors"),
      given: async (app: ScenarioApp) => {
        await given(app);
        await app.send("GET", `${PATH}/errors`, app.a1);
        await app.deps.database.deleteFrom("app_events").execute();
      },
      status: 200,
      body: { data: { rows: [{ count: 2, samples: [] }, { count: 2 }, { count: 1 }] } },
    },
    "respects the limit": {
      ...asked("errors?limit=1"),
      given,
      status: 200,
      after: (_app, { body }) => expect(body.data.rows).toHaveLength(1),
    },
    "accepts signatures a database cannot store": {
      ...asked("errors"),
      given: (app: ScenarioApp) =>
        reportOfTwo(app, [{ ...crashReport, props: { signature: "a\0\ud800", kind: "k" } }]),
      status: 200,
      body: {
        data: {
          rows: [{ signature: "a\uFFFD\uFFFD", samples: [{ props: { signature: "a\0\ud800" } }] }],
        },
      },
    },
  });
});

describe("GET /api/admin/app-events/perf", () => {
  const given = (app: ScenarioApp) =>
    reportOfTwo(app, [
      ...Array.from({ length: 20 }, (_, n) => tripReport(10 * (n + 1))),
      { ...tripReport(50), daysAgo: 1 },
      { name: "app_launch", category: "perf", props: { ms: 900 } },
      { name: "page_load", category: "perf", props: { screen: "home" } },
    ]);
  scenarios(routes, {
    "shows api_rtt by default, for days with a measurement": {
      ...asked("perf"),
      given,
      status: 200,
      after: (_app, { body }) => {
        const { name, names, rows } = body.data;
        expect([name, names]).toEqual(["api_rtt", ["api_rtt", "app_launch"]]);
        expect(rows).toMatchObject([
          { day: YESTERDAY, count: 1, p50Ms: 50, p95Ms: 50, p99Ms: 50 },
          { day: TODAY, count: 20, p50Ms: 100, p95Ms: 190, p99Ms: 200 },
        ]);
      },
    },
    "can show another timing": {
      ...asked("perf?name=app_launch"),
      given,
      status: 200,
      body: { data: { name: "app_launch", rows: [{ day: TODAY, count: 1, p95Ms: 900 }] } },
    },
    "is empty for an unknown timing": {
      ...asked("perf?name=no%20such%20name"),
      given,
      status: 200,
      body: { data: { name: "no such name", rows: [] } },
    },
  });
});

describe("GET /api/admin/app-events/funnel", () => {
  scenarios(routes, {
    "counts learners, not events": {
      ...asked("funnel"),
      given: (app: ScenarioApp) =>
        reportOfTwo(
          app,
          [
            ...[{ name: "session_start" }, { name: "session_start", daysAgo: 1 }],
            ...[{ name: "screen_view", props: { screen: "study" } }, { name: "study_start" }],
          ],
          [{ name: "session_start" }, { name: "screen_view", props: { screen: "home" } }],
        ),
      status: 200,
      body: {
        data: {
          steps: [
            { key: "session_start", count: 2, pct: 100, deltaPt: null, tone: "neutral" },
            { key: "study_screen", count: 1, pct: 50, deltaPt: -50, tone: "bad" },
            { key: "study_start", count: 1, pct: 50, deltaPt: 0, tone: "good" },
            { key: "study_complete", count: 0, pct: 0, deltaPt: -50, tone: "bad" },
            { key: "word_lookup", count: 0, pct: 0, deltaPt: 0, tone: "good" },
          ],
          biggestDropFrom: "session_start",
          biggestDropTo: "study_screen",
          biggestDropPt: 50,
        },
      },
    },
    "counts for each usual step the learners who took all earlier steps": {
      ...asked("funnel"),
      given: (app: ScenarioApp) =>
        reportOfTwo(
          app,
          [
            ...[{ name: "session_start" }, { name: "screen_view", props: { screen: "study" } }],
            ...[{ name: "study_start" }, { name: "study_complete" }],
          ],
          // Nobody opened the study screen, so no later step counts.
          [{ name: "session_start" }, { name: "study_start" }, { name: "study_complete" }],
        ),
      status: 200,
      body: {
        data: {
          steps: [{ count: 2 }, { count: 1 }, { count: 1 }, { count: 1 }, { count: 0 }],
          biggestDropFrom: "session_start",
          biggestDropTo: "study_screen",
        },
      },
    },
    "counts the learners who did the requested steps in this order": {
      ...asked("funnel?steps=study_start,screen_view:home,study_start"),
      given: (app: ScenarioApp) =>
        reportOfTwo(
          app,
          [
            { name: "study_start", daysAgo: 3 },
            { name: "screen_view", props: { screen: "study" }, daysAgo: 2 },
            { name: "screen_view", props: { screen: "home" }, daysAgo: 1 },
            { name: "study_start" },
          ],
          [
            { name: "screen_view", props: { screen: "home" }, daysAgo: 2 },
            { name: "study_start", daysAgo: 1 },
          ],
        ),
      status: 200,
      body: {
        data: {
          steps: [
            { key: "study_start", label: "study_start", count: 2, pct: 100, deltaPt: null },
            { key: "screen_view:home", label: "screen_view", sublabel: "home", count: 1, pct: 50 },
            { key: "study_start", count: 1, pct: 50, deltaPt: 0, tone: "good" },
          ],
          biggestDropFrom: "study_start",
          biggestDropTo: "screen_view:home",
          biggestDropPt: 50,
        },
      },
    },
    "counts an event for one step only": {
      ...asked("funnel?steps=study_start,study_start"),
      given: (app: ScenarioApp) => reportOfTwo(app, [{ name: "study_start" }]),
      status: 200,
      body: { data: { steps: [{ count: 1 }, { count: 0, tone: "bad" }] } },
    },
    "leaves out requested steps outside the range": {
      ...asked(`funnel?steps=study_start,study_complete&from=${TODAY}&to=${TODAY}`),
      given: (app: ScenarioApp) =>
        reportOfTwo(app, [{ name: "study_start", daysAgo: 1 }, { name: "study_complete" }]),
      status: 200,
      body: { data: { days: 1, steps: [{ count: 0 }, { count: 0 }] } },
    },
    "accepts eight steps": {
      ...asked(`funnel?steps=${Array.from({ length: 8 }, (_, n) => `step_${n}`).join()}`),
      status: 200,
      after: (_app, { body }) => expect(body.data.steps).toHaveLength(8),
    },
    "refuses nine steps": {
      ...asked(`funnel?steps=${Array.from({ length: 9 }, (_, n) => `step_${n}`).join()}`),
      status: 400,
      body: refused("APP_EVENT_INVALID_NAME"),
    },
    "refuses one step": {
      ...asked("funnel?steps=study_start"),
      status: 400,
      body: refused("APP_EVENT_INVALID_NAME"),
    },
    "refuses a step that is no name of an event": {
      ...asked("funnel?steps=study_start,Study%20Start"),
      status: 400,
      body: refused("APP_EVENT_INVALID_NAME"),
    },
    "refuses a step without a name": {
      ...asked("funnel?steps=study_start,,study_start"),
      status: 400,
      body: refused("APP_EVENT_INVALID_NAME"),
    },
    "has no drop without learners": {
      ...asked("funnel"),
      status: 200,
      body: { data: { biggestDropFrom: null, biggestDropTo: null, biggestDropPt: null } },
    },
  });
});

describe("GET /api/admin/app-events/retention-matrix", () => {
  const path = "retention-matrix";
  scenarios(routes, {
    "follows the newcomers of seven weeks by default": {
      ...asked(path),
      given: (app: ScenarioApp) => reportOfTwo(app, [{ daysAgo: 5 }, {}], [{ daysAgo: 5 }]),
      status: 200,
      after: (_app, { body }) => {
        const { cohorts } = body.data;
        expect(cohorts).toHaveLength(7);
        expect(cohorts[0]).toEqual({ cohortStart: "2026-03-16", size: 0, cells: [] });
        expect(cohorts.slice(-2)).toEqual([
          { cohortStart: "2026-04-20", size: 2, cells: [1, 0.5] },
          { cohortStart: "2026-04-27", size: 0, cells: [] },
        ]);
      },
    },
    "uses a late event as the first if it happened earlier": {
      ...asked(`${path}?weeks=2`),
      given: async (app: ScenarioApp) => {
        await reportOfTwo(app, [{}]);
        await app.send("GET", `${PATH}/${path}`, app.a1);
        const clientTsMs = app.clock.nowMs() - 6 * DAY_MS;
        await report(app, { id: "d1", owner: app.u1 }, [appEvent(app, { clientTsMs })]);
      },
      status: 200,
      body: { data: { cohorts: [{ size: 1, cells: [1, 1] }, { size: 0 }] } },
    },
    "goes back at most 26 weeks": {
      ...asked(`${path}?weeks=27`),
      status: 200,
      after: (_app, { body }) => expect(body.data.cohorts).toHaveLength(26),
    },
    "has at least one week": {
      ...asked(`${path}?weeks=0`),
      status: 200,
      body: { data: { cohorts: [{ cohortStart: "2026-04-27" }] } },
    },
    "refuses weeks that are not a number": {
      ...asked(`${path}?weeks=many`),
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
  });
});

describe("GET /api/admin/app-events/activity", () => {
  scenarios(routes, {
    "counts daily and weekly learners, and by platform": {
      ...asked("activity"),
      given: (app: ScenarioApp) => reportOfTwo(app, [{}, { daysAgo: 1 }], [{ daysAgo: 6 }]),
      status: 200,
      after: (_app, { body }) => {
        const { rows } = body.data;
        expect(rows).toHaveLength(7);
        expect(rows[0]).toEqual({ day: "2026-04-25", dau: 1, wau: 1, byPlatform: { web: 1 } });
        expect(rows[1]).toEqual({ day: "2026-04-26", dau: 0, wau: 1, byPlatform: {} });
        expect(rows[6]).toEqual({ day: TODAY, dau: 1, wau: 2, byPlatform: { ios: 1 } });
      },
    },
    "includes days before the range in the week": {
      ...asked(`activity?from=${TODAY}&to=${TODAY}`),
      given: (app: ScenarioApp) => reportOfTwo(app, [{ daysAgo: 6 }], [{ daysAgo: 7 }]),
      status: 200,
      body: { data: { days: 1, rows: [{ day: TODAY, dau: 0, wau: 1 }] } },
    },
  });
});
