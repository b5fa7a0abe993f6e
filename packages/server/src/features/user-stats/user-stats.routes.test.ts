import { describe, expect } from "vitest";
import type { TestAccount } from "../../testing/accounts.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../testing/scenarios.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { newWordState, saveWordStates } from "../word-states/word-states.service.ts";
import { userStatsRoutes } from "./user-stats.routes.ts";

const routes = [userStatsRoutes, recordsRoutes, learningRoutes];
const send: Scenario["send"] = ["GET", "/api/users/me/stats"];
const sendNow: Scenario["send"] = (app) => {
  return ["GET", "/api/users/me/stats", undefined, signed(app, app.u1)];
};

/** Answers at the moment, one for each entry: right or wrong. */
async function answer(app: ScenarioApp, outcomes: readonly boolean[], by: TestAccount = app.u1) {
  const { id: wordId } = await app.word();
  const records = outcomes.map((isCorrect) => ({ wordId, isCorrect, responseTimeMs: 800 }));
  await app.send("POST", "/api/records/batch", { body: { records }, headers: signed(app, by) });
}

/** Access tokens live for minutes, and these tests go through days. */
function signed({ deps, clock }: ScenarioApp, { id, sessionId }: TestAccount) {
  const token = deps.tokens.issueAccess(id, sessionId, clock.nowMs());
  return { authorization: `Bearer ${token}` };
}

async function prefer(app: ScenarioApp, timeZone: string | null, dayStartHour: number) {
  await app.deps.database
    .insertInto("preferences")
    .values({ user_id: "u1", time_zone: timeZone, day_start_hour: dayStartHour })
    .execute();
}

/** A streak of answers at these moments, looked at last of all at `lookAt`. */
const streak = (
  days: number,
  moments: readonly string[],
  lookAt: string,
  rules: { timeZone?: string; dayStartHour?: number } = {},
): Scenario => ({
  as: "learner",
  given: async (app) => {
    await prefer(app, rules.timeZone ?? null, rules.dayStartHour ?? 0);
    for (const moment of moments) {
      app.clock.setTo(moment);
      await answer(app, [true]);
    }
    app.clock.setTo(lookAt);
  },
  send: sendNow,
  status: 200,
  body: { data: { streakDays: days, totalRecords: moments.length } },
});

describe("GET /api/users/me/stats", () => {
  scenarios(routes, {
    "is all zero at the start": {
      as: "learner",
      send,
      status: 200,
      after: (_app, { body }) =>
        expect(body.data).toEqual({
          totalWordsLearned: 0,
          totalSessions: 0,
          totalRecords: 0,
          streakDays: 0,
          accuracyRate: 0,
        }),
    },
    "counts records, sessions and words of the caller only": {
      as: "learner",
      given: async (app) => {
        await answer(app, [true, true, false]);
        await answer(app, [true]);
        await app.send("POST", "/api/learning/session", { body: {}, headers: app.u1.headers });
        const other = await app.learner();
        await answer(app, [false, false], other);
        await app.send("POST", "/api/learning/session", { body: {}, headers: other.headers });
      },
      send,
      status: 200,
      after: (_app, { body }) =>
        expect(body.data).toEqual({
          totalWordsLearned: 2,
          totalSessions: 1,
          totalRecords: 4,
          streakDays: 1,
          accuracyRate: 0.75,
        }),
    },
    "counts words in every state but new": {
      as: "learner",
      given: async ({ deps: { database }, clock }) => {
        const nowMs = clock.nowMs();
        await saveWordStates(database, [
          newWordState("u1", "w1", nowMs),
          { ...newWordState("u1", "w2", nowMs), state: "forgotten" },
          { ...newWordState("u1", "w3", nowMs), state: "mastered" },
        ]);
      },
      send,
      status: 200,
      body: { data: { totalWordsLearned: 2, totalRecords: 0 } },
    },
    "counts days in a row up to today": streak(
      3,
      ["2026-05-01T23:00Z", "2026-05-02T01:00Z", "2026-05-02T02:00Z", "2026-05-03T12:00Z"],
      "2026-05-03T23:59Z",
    ),
    "counts days in a row up to yesterday": streak(
      2,
      ["2026-05-01T23:00Z", "2026-05-02T01:00Z"],
      "2026-05-03T23:59Z",
    ),
    "forgets a streak that ended the day before": streak(
      0,
      ["2026-05-01T23:00Z", "2026-05-02T01:00Z"],
      "2026-05-04T00:00Z",
    ),
    "begins anew after a gap": streak(
      1,
      ["2026-05-01T23:00Z", "2026-05-03T01:00Z"],
      "2026-05-03T02:00Z",
    ),
    // 23:30 and 00:30 in Shanghai are one day in UTC.
    "cuts days in the learner's zone": streak(
      2,
      ["2026-05-02T15:30Z", "2026-05-02T16:30Z"],
      "2026-05-02T17:00Z",
      { timeZone: "Asia/Shanghai" },
    ),
    "gives the hours before the day's start to the day before": streak(
      1,
      ["2026-05-02T20:00Z", "2026-05-03T03:59Z"],
      "2026-05-03T03:59Z",
      { dayStartHour: 4 },
    ),
    "begins a day at its start": streak(
      2,
      ["2026-05-02T20:00Z", "2026-05-03T04:00Z"],
      "2026-05-03T04:00Z",
      { dayStartHour: 4 },
    ),
    "counts through the night the clocks change": streak(
      3,
      ["2026-03-28T22:30Z", "2026-03-29T12:00Z", "2026-03-29T22:30Z"],
      "2026-03-30T21:59Z",
      { timeZone: "Europe/Berlin" },
    ),
    "uses the operator's zone for learners without one": {
      as: "learner",
      settings: { APP_TIMEZONE: "Pacific/Kiritimati" },
      given: async (app) => {
        // A minute before and after midnight fourteen hours east of Greenwich.
        app.clock.setTo("2026-05-02T09:59Z");
        await answer(app, [true]);
        app.clock.setTo("2026-05-02T10:01Z");
        await answer(app, [true]);
      },
      send: sendNow,
      status: 200,
      body: { data: { streakDays: 2 } },
    },
    "shows a stranger nothing": {
      send,
      status: 401,
      body: { success: false, code: "AUTH_UNAUTHORIZED" },
    },
    "shows an administrator nothing": {
      as: "admin",
      send,
      status: 401,
      body: { success: false, code: "AUTH_UNAUTHORIZED" },
    },
  });
});
