import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { sessionHistoryRoutes } from "./session-history.routes.ts";

const routes = [sessionHistoryRoutes, learningRoutes, recordsRoutes];
const refused = (code: string) => ({ success: false, code });
const MINUTE_MS = 60_000;

async function start(app: ScenarioApp, headers = app.u1.headers): Promise<string> {
  const { body } = await app.send("POST", "/api/learning/session", { headers });
  return body.data.sessionId;
}

async function complete(app: ScenarioApp, sessionId: string): Promise<void> {
  const summary = { masteredWordIds: [], errorProneWordIds: [], avgResponseTimeMs: 0 };
  const body = { sessionId, ...summary };
  await app.send("POST", "/api/learning/complete-session", { body, headers: app.u1.headers });
}

async function answer(app: ScenarioApp, sessionId: string, isCorrect: boolean): Promise<void> {
  const records = [{ wordId: "w1", isCorrect, responseTimeMs: 900, sessionId }];
  await app.send("POST", "/api/records/batch", { body: { records }, headers: app.u1.headers });
}

/** Adds completed sessions, each started at one of these times. */
async function startedAt(app: ScenarioApp, starts: readonly string[], userId = "u1") {
  const rows = starts.map((start, n) => {
    const atMs = Date.parse(start);
    const times = { created_at_ms: atMs, updated_at_ms: atMs, last_event_at_ms: atMs };
    return {
      id: `${userId}-s${n + 1}`,
      user_id: userId,
      status: "completed" as const,
      ...times,
      target_mastery_count: 10,
      completed_at_ms: atMs,
    };
  });
  await app.deps.database.insertInto("learning_sessions").values(rows).execute();
}

async function choose(app: ScenarioApp, timeZone: string, dayStartHour: number): Promise<void> {
  const chosen = { user_id: "u1", time_zone: timeZone, day_start_hour: dayStartHour };
  await app.deps.database.insertInto("preferences").values(chosen).execute();
}

const ids = (body: { data: { data: { sessionId: string }[] } }) =>
  body.data.data.map(({ sessionId }) => sessionId);

describe("GET /api/learning/sessions", () => {
  const path = "/api/learning/sessions";
  const may = ["2026-05-01T00:00:00Z", "2026-05-02T23:59:59.999Z", "2026-05-03T00:00:00Z"];
  scenarios(routes, {
    "is empty before the first session": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      body: { data: { data: [], total: 0, page: 1, perPage: 20, totalPages: 0 } },
    },
    "shows completed sessions and the active one, newest first": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const first = await start(app);
        app.clock.advance(MINUTE_MS);
        await answer(app, first, true);
        await answer(app, first, false);
        app.clock.advance(MINUTE_MS);
        await complete(app, first);
        app.clock.advance(MINUTE_MS);
        await answer(app, await start(app), false);
      },
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          total: 2,
          data: [
            {
              status: "active",
              startedAt: "2026-05-01T12:03:00.000Z",
              completedAt: null,
              durationSecs: 0,
              recordCount: 1,
              correctCount: 0,
              accuracy: 0,
              masteredWordCount: 0,
              errorProneWordCount: 1,
            },
            {
              status: "completed",
              startedAt: "2026-05-01T12:00:00.000Z",
              completedAt: "2026-05-01T12:02:00.000Z",
              durationSecs: 120,
              recordCount: 2,
              correctCount: 1,
              accuracy: 0.5,
              masteredWordCount: 0,
              errorProneWordCount: 1,
            },
          ],
        },
      },
    },
    "has no accuracy without records": {
      as: "learner",
      given: (app) => start(app),
      send: ["GET", path],
      status: 200,
      body: { data: { data: [{ recordCount: 0, accuracy: null }] } },
    },
    "returns one page at a time": {
      as: "learner",
      given: (app) => startedAt(app, may),
      send: ["GET", `${path}?page=2&perPage=2`],
      status: 200,
      body: { data: { data: [{ sessionId: "u1-s1" }], total: 3, page: 2, totalPages: 2 } },
    },
    "shows no session of other learners": {
      as: "learner",
      given: async (app) => startedAt(app, may, (await app.learner()).id),
      send: ["GET", path],
      status: 200,
      body: { data: { data: [], total: 0 } },
    },
    "includes both days of a range": {
      as: "learner",
      given: (app) => startedAt(app, ["2026-04-30T23:59:59.999Z", ...may]),
      send: ["GET", `${path}?startDate=2026-05-01&endDate=2026-05-02`],
      status: 200,
      body: { data: { total: 2 } },
      after: (_, { body }) => expect(ids(body)).toEqual(["u1-s3", "u1-s2"]),
    },
    "accepts a range without an end": {
      as: "learner",
      given: (app) => startedAt(app, may),
      send: ["GET", `${path}?startDate=2026-05-02`],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["u1-s3", "u1-s2"]),
    },
    "accepts a range without a start": {
      as: "learner",
      given: (app) => startedAt(app, may),
      send: ["GET", `${path}?endDate=2026-05-01`],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["u1-s1"]),
    },
    "uses the days of the learner's calendar": {
      as: "learner",
      given: async (app) => {
        await choose(app, "Asia/Shanghai", 4);
        // The day begins at 20:00 UTC.
        await startedAt(app, ["2026-05-01T19:59:59Z", "2026-05-01T20:00:00Z"]);
      },
      send: ["GET", `${path}?startDate=2026-05-02&endDate=2026-05-02`],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["u1-s2"]),
    },
    "uses the operator's time zone if the learner chose none": {
      as: "learner",
      settings: { APP_TIMEZONE: "America/New_York" },
      given: (app) => startedAt(app, ["2026-05-02T03:59:59Z", "2026-05-02T04:00:00Z"]),
      send: ["GET", `${path}?startDate=2026-05-02`],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["u1-s2"]),
    },
    "accepts one day as a range": {
      as: "learner",
      send: ["GET", `${path}?startDate=2026-05-02&endDate=2026-05-02`],
      status: 200,
    },
    "refuses a range that ends before it starts": {
      as: "learner",
      send: ["GET", `${path}?startDate=2026-05-02&endDate=2026-05-01`],
      status: 400,
      body: refused("LEARNING_INVALID_DATE_RANGE"),
    },
    "refuses a day that does not exist": {
      as: "learner",
      send: ["GET", `${path}?startDate=2026-02-30`],
      status: 400,
      body: refused("LEARNING_INVALID_DATE"),
    },
    "refuses another date format": {
      as: "learner",
      send: ["GET", `${path}?endDate=2.5.2026`],
      status: 400,
      body: refused("LEARNING_INVALID_DATE"),
    },
    "refuses an empty day": {
      as: "learner",
      send: ["GET", `${path}?endDate=`],
      status: 400,
      body: refused("LEARNING_INVALID_DATE"),
    },
    "accepts the last day of the calendar": {
      as: "learner",
      send: ["GET", `${path}?endDate=9998-12-31`],
      status: 200,
    },
    "refuses a day after the last one": {
      as: "learner",
      send: ["GET", `${path}?endDate=9999-12-31`],
      status: 400,
      body: refused("LEARNING_INVALID_DATE"),
    },
    "refuses a page that is not a number": {
      as: "learner",
      send: ["GET", `${path}?page=first`],
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
  });
});

describe("GET /api/learning/sessions/{id}", () => {
  const path = (id: string) => `/api/learning/sessions/${id}`;
  const absent = { status: 404, body: refused("LEARNING_SESSION_NOT_FOUND") } as const;
  scenarios(routes, {
    "shows the active session without a summary": {
      as: "learner",
      send: async (app) => ["GET", path(await start(app))],
      status: 200,
      body: { data: { userId: "u1", status: "active", targetMasteryCount: 10, summary: null } },
    },
    "shows a completed session with its summary": {
      as: "learner",
      send: async (app) => {
        await app.word();
        const sessionId = await start(app);
        await answer(app, sessionId, false);
        await complete(app, sessionId);
        return ["GET", path(sessionId)];
      },
      status: 200,
      body: {
        data: {
          status: "completed",
          totalCount: 1,
          summary: { accuracy: 0, errorProneWordIds: ["w1"], avgResponseTimeMs: 900 },
        },
      },
    },
    "refuses an unknown session": { as: "learner", send: ["GET", path("none")], ...absent },
    "hides sessions of other learners": {
      as: "learner",
      send: async (app) => ["GET", path(await start(app, (await app.learner()).headers))],
      ...absent,
    },
  });
});
