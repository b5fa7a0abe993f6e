import { expect, describe } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { readTotals } from "../../progress/activity/activity.service.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { todayRoutes } from "../today/today.routes.ts";
import { learningSessionEnds } from "./session-ends.worker.ts";
import { sessionHistoryRoutes } from "./session-history.routes.ts";

const routes = [sessionHistoryRoutes, learningRoutes, recordsRoutes, todayRoutes];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What was stored when the session of `studied` ended by itself. */
const ENDED = {
  status: "completed",
  total_count: 2,
  correct_count: 1,
  duration_ms: 5 * MINUTE_MS,
  completed_at_ms: Date.parse("2026-05-01T12:05:00.000Z"),
};

async function start(app: ScenarioApp, headers = app.u1.headers): Promise<string> {
  const { body } = await app.send("POST", "/api/learning/session", { headers });
  return body.data.sessionId;
}

/** A session of two answers within five minutes from noon; then nothing for so many hours. */
async function studied(app: ScenarioApp, hours: number): Promise<string> {
  await app.words([{}, {}]);
  const sessionId = await start(app);
  await giveAnswers(app.deps, [
    ["2026-05-01T12:02:00.000Z", "w1", { sessionId, responseTimeMs: 900 }],
    ["2026-05-01T12:05:00.000Z", "w2", { sessionId, isCorrect: false, responseTimeMs: 1100 }],
  ]);
  app.clock.advance(5 * MINUTE_MS + hours * HOUR_MS);
  return sessionId;
}

const run = (app: ScenarioApp) => learningSessionEnds.run(app.deps, new AbortController().signal);

const stored = (app: ScenarioApp) =>
  app.deps.database.selectFrom("learning_sessions").selectAll().orderBy("user_id").execute();

const completions = async (app: ScenarioApp) => {
  const query = app.deps.database.selectFrom("activity_log").select(["user_id", "created_at_ms"]);
  return query.where("action", "=", "session.complete").execute();
};

/** How many sessions the engine has learned from. */
async function habits(app: ScenarioApp): Promise<number> {
  const query = app.deps.database.selectFrom("engine_states").select("state_json");
  const { state_json } = await query.where("user_id", "=", "u1").executeTakeFirstOrThrow();
  return JSON.parse(state_json).habits.profile.temporalPerformance.totalSessions;
}

async function choose(app: ScenarioApp, timeZone: string, dayStartHour: number): Promise<void> {
  const chosen = { user_id: "u1", time_zone: timeZone, day_start_hour: dayStartHour };
  await app.deps.database.insertInto("preferences").values(chosen).execute();
}

const list = ["GET", "/api/learning/sessions"] as const;

describe("the worker that ends sessions", () => {
  scenarios(routes, {
    "ends an idle session with its last answer, once, and the engine learns from it": {
      as: "learner",
      given: async (app) => {
        await studied(app, 2);
        await run(app);
        app.clock.advance(MINUTE_MS);
        await run(app);
      },
      send: list,
      status: 200,
      body: {
        data: {
          data: [
            {
              status: "completed",
              completedAt: "2026-05-01T12:05:00.000Z",
              durationSecs: 300,
              recordCount: 2,
              correctCount: 1,
              errorProneWordCount: 1,
            },
          ],
        },
      },
      after: async (app) => {
        const [session] = await stored(app);
        expect(session).toMatchObject(ENDED);
        const summary = { accuracy: 0.5, avgResponseTimeMs: 1000, errorProneWordIds: ["w2"] };
        expect(JSON.parse(session?.summary_json ?? "")).toMatchObject(summary);
        expect(await habits(app)).toBe(1);
        const at = ENDED.completed_at_ms;
        expect(await completions(app)).toEqual([{ user_id: "u1", created_at_ms: at }]);
        expect((await readTotals(app.deps.database, "u1")).studyMs).toBe(5 * MINUTE_MS);
      },
    },
    "leaves a session alone whose pause is shorter": {
      as: "learner",
      given: async (app) => {
        await studied(app, 1.9);
        await run(app);
      },
      send: list,
      status: 200,
      body: { data: { data: [{ status: "active", completedAt: null }] } },
    },
    "ends a session with the learner's day": {
      as: "learner",
      given: async (app) => {
        // The day ends at 12:30 UTC.
        await choose(app, "Asia/Kolkata", 18);
        await studied(app, 0.4);
        await run(app);
        expect(await stored(app)).toMatchObject([{ status: "active" }]);
        app.clock.advance(2 * MINUTE_MS);
        await run(app);
      },
      send: list,
      status: 200,
      after: async (app) => expect(await stored(app)).toMatchObject([ENDED]),
    },
    "ends a session that nobody answered in": {
      as: "learner",
      given: async (app) => {
        await start(app);
        app.clock.advance(2 * HOUR_MS);
        await run(app);
      },
      send: list,
      status: 200,
      body: {
        data: {
          data: [{ status: "completed", completedAt: "2026-05-01T12:00:00.000Z", durationSecs: 0 }],
        },
      },
    },
    "ends sessions of all learners, and each only once beside another process": {
      as: "learner",
      given: async (app) => {
        for (const learner of [app.u1, await app.learner(), await app.learner()]) {
          await start(app, learner.headers);
        }
        app.clock.advance(2 * HOUR_MS);
        await Promise.all([run(app), run(app), run(app)]);
      },
      send: list,
      status: 200,
      after: async (app) => {
        const statuses = (await stored(app)).map(({ status }) => status);
        expect(statuses).toEqual(["completed", "completed", "completed"]);
        expect(await completions(app)).toHaveLength(3);
      },
    },
  });
});

describe("a session that is over", () => {
  scenarios(routes, {
    "is not resumed: a start ends it and begins another": {
      as: "learner",
      given: (app) => studied(app, 2),
      send: ["POST", "/api/learning/session"],
      status: 200,
      body: { data: { resumed: false, status: "active" } },
      after: async (app) => {
        const rows = await stored(app);
        expect(rows.filter(({ status }) => status === "completed")).toMatchObject([ENDED]);
        expect(rows.filter(({ status }) => status === "active")).toHaveLength(1);
      },
    },
    "is shown as ended before the worker comes": {
      as: "learner",
      send: async (app) => ["GET", `/api/learning/sessions/${await studied(app, 3)}`],
      status: 200,
      body: { data: { status: "completed", summary: { accuracy: 0.5, durationSecs: 300 } } },
    },
    "is listed as ended before the worker comes": {
      as: "learner",
      given: (app) => studied(app, 3),
      send: list,
      status: 200,
      body: {
        data: { data: [{ status: "completed", completedAt: "2026-05-01T12:05:00.000Z" }] },
      },
    },
    "is not offered as unfinished": {
      as: "learner",
      given: (app) => studied(app, 2),
      send: ["GET", "/api/study/today"],
      status: 200,
      body: { data: { unfinished: null } },
    },
    "is not prolonged by a report of progress": {
      as: "learner",
      send: async (app) => {
        const sessionId = await studied(app, 30);
        return ["POST", "/api/learning/sync-progress", { sessionId, totalQuestions: 90 }];
      },
      status: 200,
      body: { data: { status: "completed", totalQuestions: 2 } },
      after: async (app) => expect(await stored(app)).toMatchObject([ENDED]),
    },
    "ends with its last answer, once, however late the client completes it": {
      as: "learner",
      send: async (app) => {
        const reported = { masteredWordIds: [], errorProneWordIds: [], avgResponseTimeMs: 5 };
        const body = { sessionId: await studied(app, 30), ...reported };
        return ["POST", "/api/learning/complete-session", body];
      },
      twice: true,
      status: 200,
      body: { data: { status: "completed", summary: { avgResponseTimeMs: 1000 } } },
      after: async (app) => {
        expect(await stored(app)).toMatchObject([ENDED]);
        expect(await completions(app)).toHaveLength(1);
        expect(await habits(app)).toBe(1);
      },
    },
    "does not count answers that come after its end, but takes them": {
      as: "learner",
      given: async (app) => {
        const sessionId = await studied(app, 0);
        await giveAnswers(app.deps, [["2026-05-02T08:00:00.000Z", "w1", { sessionId }]]);
        await giveAnswers(app.deps, [["2026-05-01T12:04:00.000Z", "w1", { sessionId }]]);
        app.clock.setTo("2026-05-02T09:00:00.000Z");
      },
      send: list,
      status: 200,
      body: {
        data: { data: [{ recordCount: 3, completedAt: "2026-05-01T12:05:00.000Z" }] },
      },
      after: async (app) => expect((await readTotals(app.deps.database, "u1")).answers).toBe(4),
    },
    "counts answers that were given in time and waited in the outbox": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const sessionId = await start(app);
        const body = { wordId: "w1", isCorrect: true, responseTimeMs: 900, sessionId };
        const sent = { ...body, clientRecordId: "c1" };
        const { headers } = app.u1;
        const reply = await app.send("POST", "/api/records", { body: sent, headers });
        expect(reply.status).toBe(202);
        app.clock.advance(3 * HOUR_MS);
        await run(app);
      },
      send: list,
      status: 200,
      body: { data: { data: [{ status: "completed", recordCount: 1 }] } },
    },
  });
});
