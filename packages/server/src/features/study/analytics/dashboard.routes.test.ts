import { describe, expect } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { manualStatesRoutes } from "../manual-states/manual-states.routes.ts";
import { wordStatesRoutes } from "../../progress/word-states/word-states.routes.ts";
import { analyticsRoutes } from "./analytics.routes.ts";

// The clock starts at noon on 1 May 2026, UTC.

const routes = [analyticsRoutes, learningRoutes, manualStatesRoutes, wordStatesRoutes];
const path = "/api/analytics/dashboard";
const refused = (code: string) => ({ success: false, code });

/** Answers in this week, the week before and last month, plus another learner's answers. */
async function history(app: ScenarioApp): Promise<void> {
  await app.words([{}, {}, {}]);
  await giveAnswers(app.deps, [
    ["2026-04-05T09:00:00Z", "w3"],
    ["2026-04-20T09:00:00Z", "w1"],
    ["2026-04-24T09:00:00Z", "w1", { isCorrect: false }],
    ["2026-04-25T09:00:00Z", "w1"],
    ["2026-04-30T22:30:00Z", "w2", { isCorrect: false }],
    ["2026-05-01T09:00:00Z", "w1"],
    ["2026-05-01T09:01:00Z", "w2"],
    ["2026-05-01T09:00:00Z", "w1", { userId: "u2" }],
  ]);
}

/** A session of two minutes that began two minutes ago. */
async function session(app: ScenarioApp): Promise<void> {
  const { headers } = app.u1;
  const started = await app.send("POST", "/api/learning/session", { headers });
  app.clock.advance(120_000);
  const body = { sessionId: started.body.data.sessionId, totalQuestions: 1 };
  await app.send("POST", "/api/learning/sync-progress", { headers, body });
}

/** A session of u1 that began at `moment` and was never completed. */
async function openSince(app: ScenarioApp, moment: string): Promise<string> {
  const atMs = Date.parse(moment);
  const times = { created_at_ms: atMs, updated_at_ms: atMs, last_event_at_ms: atMs };
  const row = { id: "open", user_id: "u1", status: "active" as const, target_mastery_count: 10 };
  await app.deps.database
    .insertInto("learning_sessions")
    .values({ ...row, ...times })
    .execute();
  return row.id;
}

const nothing = {
  studyDurationSecs: 0,
  sessionCount: 0,
  recordCount: 0,
  correctCount: 0,
  accuracy: null,
  newWords: 0,
  reviewWords: 0,
  masteredWords: 0,
};

async function liveIn(app: ScenarioApp, timeZone: string, dayStartHour = 0): Promise<void> {
  const row = { user_id: "u1", time_zone: timeZone, day_start_hour: dayStartHour };
  await app.deps.database.insertInto("preferences").values(row).execute();
}

describe("GET /api/analytics/dashboard", () => {
  scenarios(routes, {
    "shows a week of seven empty days without activity": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          range: {
            type: "week",
            startDate: "2026-04-25",
            endDate: "2026-05-01",
            timezone: "UTC",
          },
          summary: nothing,
          comparison: {
            previousStudyDurationSecs: 0,
            previousAccuracy: null,
            previousNewWords: 0,
            previousReviewWords: 0,
          },
        },
      },
      after: (_, { body }) => {
        expect(body.data.daily).toHaveLength(7);
        expect(body.data.daily[0]).toEqual({ date: "2026-04-25", ...nothing });
      },
    },
    "counts a word that was mastered and reset; the overview counts only mastered words": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        for (const change of ["w1/mark-mastered", "w2/mark-mastered", "w1/reset"]) {
          await app.send("POST", `/api/word-states/${change}`, { headers: app.u1.headers });
        }
      },
      send: ["GET", path],
      status: 200,
      body: { data: { summary: { masteredWords: 2 } } },
      after: async ({ send, u1: { headers } }) => {
        const overview = await send("GET", "/api/word-states/stats/overview", { headers });
        expect(overview.body.data).toMatchObject({ newCount: 1, mastered: 1 });
        const elsewhere = await send("GET", `${path}?timezone=Asia/Tokyo`, { headers });
        expect(elsewhere.body.data.summary.masteredWords).toBe(2);
      },
    },
    "sums the week and compares it with the week before": {
      as: "learner",
      given: async (app) => {
        await history(app);
        await session(app);
      },
      send: ["GET", `${path}?range=week`],
      status: 200,
      body: {
        data: {
          summary: {
            studyDurationSecs: 120,
            sessionCount: 1,
            recordCount: 4,
            correctCount: 3,
            accuracy: 0.75,
            newWords: 1,
            reviewWords: 3,
          },
          comparison: { previousAccuracy: 0.5, previousNewWords: 1, previousReviewWords: 1 },
        },
      },
      after: (_, { body }) => {
        const counts = body.data.daily.map((day: { recordCount: number }) => day.recordCount);
        expect(counts).toEqual([1, 0, 0, 0, 0, 1, 2]);
        expect(body.data.daily[6]).toMatchObject({ date: "2026-05-01", sessionCount: 1 });
      },
    },
    "compares today with yesterday": {
      as: "learner",
      given: history,
      send: ["GET", `${path}?range=day`],
      status: 200,
      body: {
        data: {
          range: { type: "day", startDate: "2026-05-01", endDate: "2026-05-01" },
          summary: { recordCount: 2, newWords: 0, reviewWords: 2 },
          comparison: { previousAccuracy: 0, previousNewWords: 1, previousReviewWords: 0 },
        },
      },
      after: (_, { body }) => expect(body.data.daily).toHaveLength(1),
    },
    "shows the latest thirty days": {
      as: "learner",
      given: history,
      send: ["GET", `${path}?range=month`],
      status: 200,
      body: {
        data: {
          range: { type: "month", startDate: "2026-04-02", endDate: "2026-05-01" },
          summary: { recordCount: 7, newWords: 3, accuracy: 5 / 7 },
          comparison: { previousAccuracy: null },
        },
      },
      after: (_, { body }) => expect(body.data.daily).toHaveLength(30),
    },
    "uses the learner's time zone and day start": {
      as: "learner",
      given: async (app) => {
        await liveIn(app, "Asia/Tokyo", 20);
        await history(app);
      },
      send: ["GET", `${path}?range=day`],
      status: 200,
      body: {
        data: {
          // 21:00 in Tokyo: the day began an hour ago.
          range: { startDate: "2026-05-01", timezone: "Asia/Tokyo" },
          summary: { recordCount: 0 },
          comparison: { previousAccuracy: 2 / 3 },
        },
      },
    },
    "recounts the records for another time zone": {
      as: "learner",
      given: async (app) => {
        await history(app);
        await session(app);
      },
      send: ["GET", `${path}?range=day&timezone=Europe/Berlin`],
      status: 200,
      body: {
        data: {
          range: { startDate: "2026-05-01", timezone: "Europe/Berlin" },
          // The answer at 22:30 UTC was given at 00:30 in Berlin.
          summary: {
            studyDurationSecs: 120,
            sessionCount: 1,
            recordCount: 3,
            correctCount: 2,
            newWords: 1,
            reviewWords: 1,
          },
          comparison: { previousAccuracy: null },
        },
      },
    },
    "assigns study time to days of the requested time zone": {
      as: "learner",
      given: session,
      // In Kiritimati it is two minutes past two on the next day.
      send: ["GET", `${path}?range=day&timezone=Pacific/Kiritimati`],
      status: 200,
      body: {
        data: {
          range: { startDate: "2026-05-02" },
          summary: { studyDurationSecs: 120, sessionCount: 1 },
          comparison: { previousStudyDurationSecs: 0 },
        },
      },
    },
    "distributes a session over the days of another time zone": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const about = { sessionId: await openSince(app, "2026-04-30T21:55:00Z") };
        await giveAnswers(app.deps, [
          ["2026-04-30T21:56:00Z", "w1", about],
          ["2026-04-30T21:59:00Z", "w1", about],
          ["2026-04-30T22:01:00Z", "w1", about],
        ]);
      },
      // The day before this one ended at 22:00 UTC.
      send: ["GET", `${path}?range=day&timezone=Europe/Berlin`],
      status: 200,
      body: {
        data: {
          summary: { studyDurationSecs: 120, recordCount: 1 },
          comparison: { previousStudyDurationSecs: 240 },
        },
      },
    },
    "assigns no time to an answer after the end of its session": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const sessionId = await openSince(app, "2026-04-30T10:00:00Z");
        await app.deps.database
          .updateTable("learning_sessions")
          .set({ status: "completed", duration_ms: 300_000, summary_json: "{}" })
          .execute();
        await giveAnswers(app.deps, [["2026-05-01T09:00:00Z", "w1", { sessionId }]]);
      },
      send: ["GET", `${path}?range=day&timezone=Europe/Berlin`],
      status: 200,
      body: {
        data: {
          summary: { studyDurationSecs: 0, recordCount: 1 },
          comparison: { previousStudyDurationSecs: 300 },
        },
      },
    },
    "gives the same result whether the own time zone is given or omitted": {
      as: "learner",
      given: async (app) => {
        await liveIn(app, "Asia/Kolkata", 4);
        await history(app);
        await session(app);
      },
      // Another name of the same zone counts as another zone, so the records are recounted.
      send: ["GET", `${path}?range=month&timezone=asia/kolkata`],
      status: 200,
      after: async (app, { body }) => {
        const own = await app.send("GET", `${path}?range=month`, { headers: app.u1.headers });
        expect(own.body.data.summary.recordCount).toBe(7);
        expect(body.data).toEqual({
          ...own.body.data,
          range: { ...own.body.data.range, timezone: "asia/kolkata" },
        });
      },
    },
    "refuses an unknown range": {
      as: "learner",
      send: ["GET", `${path}?range=year`],
      status: 400,
      body: refused("ANALYTICS_INVALID_RANGE"),
    },
    "refuses an unknown time zone": {
      as: "learner",
      send: ["GET", `${path}?timezone=Mars/Olympus`],
      status: 400,
      body: refused("ANALYTICS_INVALID_TIMEZONE"),
    },
    "refuses an empty time zone": {
      as: "learner",
      send: ["GET", `${path}?timezone=`],
      status: 400,
      body: refused("ANALYTICS_INVALID_TIMEZONE"),
    },
    "refuses a very long time zone": {
      as: "learner",
      send: ["GET", `${path}?timezone=${"Z".repeat(65)}`],
      status: 400,
      body: refused("ANALYTICS_INVALID_TIMEZONE"),
    },
  });
});
