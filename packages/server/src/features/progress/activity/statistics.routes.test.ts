import { describe, expect } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { learningRoutes } from "../../study/learning/learning.routes.ts";
import { activityRoutes } from "./activity.routes.ts";

// The clock starts at noon on 1 May 2026, UTC.

const routes = [activityRoutes, learningRoutes];
const refused = (code: string) => ({ success: false, code });

/** Answers on three days until yesterday and on one long before, plus another learner's answers. */
async function history(app: ScenarioApp): Promise<void> {
  await app.words([{}, {}, {}]);
  await giveAnswers(app.deps, [
    ["2026-04-10T09:00:00Z", "w1", { recordType: "learning" }],
    ["2026-04-28T09:00:00Z", "w1", { recordType: "review", isCorrect: false }],
    ["2026-04-29T09:00:00Z", "w2", { recordType: "learning" }],
    ["2026-04-29T09:01:00Z", "w3"],
    ["2026-04-30T09:00:00Z", "w2", { recordType: "review" }],
    ["2026-04-30T09:00:00Z", "w1", { userId: "u2" }],
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

describe("GET /api/records/statistics", () => {
  const path = "/api/records/statistics";
  scenarios(routes, {
    "is all zero without a record": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      text: /"data":\{"total":0,"correct":0,"accuracy":0,"totalDurationSecs":0\}/,
    },
    "counts every record of the caller": {
      as: "learner",
      given: history,
      send: ["GET", `${path}?category=all`],
      status: 200,
      body: { data: { total: 5, correct: 4, accuracy: 0.8, totalDurationSecs: 0 } },
    },
    "counts records tagged learning": {
      as: "learner",
      given: history,
      send: ["GET", `${path}?category=learning`],
      status: 200,
      body: { data: { total: 2, correct: 2, accuracy: 1 } },
    },
    "counts records tagged review, but all time in sessions": {
      as: "learner",
      given: async (app) => {
        await history(app);
        await session(app);
      },
      send: ["GET", `${path}?category=review`],
      status: 200,
      body: { data: { total: 2, correct: 1, accuracy: 0.5, totalDurationSecs: 120 } },
    },
    "refuses an unknown category": {
      as: "learner",
      send: ["GET", `${path}?category=reading`],
      status: 400,
      body: refused("INVALID_CATEGORY"),
    },
  });
});

describe("GET /api/records/statistics/enhanced", () => {
  const path = "/api/records/statistics/enhanced";
  scenarios(routes, {
    "is empty without a record": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      body: {
        data: { total: 0, correct: 0, accuracy: 0, streak: 0, totalDurationSecs: 0, daily: [] },
      },
    },
    "lists days with a record, the earliest first, and the streak until yesterday": {
      as: "learner",
      given: history,
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          total: 5,
          correct: 4,
          accuracy: 0.8,
          streak: 3,
          daily: [
            { date: "2026-04-10", total: 1, correct: 1, accuracy: 1, newWords: 1, durationSecs: 0 },
            { date: "2026-04-28", total: 1, correct: 0, accuracy: 0, newWords: 0 },
            { date: "2026-04-29", total: 2, correct: 2, accuracy: 1, newWords: 2 },
            { date: "2026-04-30", total: 1, correct: 1, accuracy: 1, newWords: 0 },
          ],
        },
      },
      after: (_, { body }) => expect(body.data.daily).toHaveLength(4),
    },
    "computes days and streak from the category's records": {
      as: "learner",
      given: history,
      send: ["GET", `${path}?category=review`],
      status: 200,
      body: {
        data: { total: 2, streak: 1, daily: [{ date: "2026-04-28" }, { date: "2026-04-30" }] },
      },
    },
    "leaves out a day with only a session, but counts its time": {
      as: "learner",
      given: async (app) => {
        await history(app);
        await session(app);
      },
      send: ["GET", path],
      status: 200,
      body: { data: { totalDurationSecs: 120, streak: 3 } },
      after: (_, { body }) => expect(body.data.daily.at(-1).date).toBe("2026-04-30"),
    },
    "uses the operator's time zone for learners without one": {
      as: "learner",
      settings: { APP_TIMEZONE: "Pacific/Auckland" },
      given: async (app) => {
        await app.word();
        await giveAnswers(app.deps, [["2026-04-30T12:00:00Z", "w1"]]);
      },
      send: ["GET", path],
      status: 200,
      body: { data: { streak: 1, daily: [{ date: "2026-05-01" }] } },
    },
    "refuses an unknown category": {
      as: "learner",
      send: ["GET", `${path}?category=`],
      status: 400,
      body: refused("INVALID_CATEGORY"),
    },
  });
});
