import { describe, expect } from "vitest";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { learningRoutes } from "../../study/learning/learning.routes.ts";
import { recordsRoutes } from "../../study/records/records.routes.ts";
import { newWordState, saveWordStates } from "../word-states/word-states.service.ts";
import { userStatsRoutes } from "./user-stats.routes.ts";

const routes = [userStatsRoutes, recordsRoutes, learningRoutes];
const send: Scenario["send"] = ["GET", "/api/users/me/stats"];
const sendNow: Scenario["send"] = (app) => {
  return ["GET", "/api/users/me/stats", undefined, signed(app, app.u1)];
};

/** Gives one answer now for each entry: right or wrong. */
async function answer(app: ScenarioApp, outcomes: readonly boolean[], by: TestAccount = app.u1) {
  const { id: wordId } = await app.word();
  const records = outcomes.map((isCorrect) => ({ wordId, isCorrect, responseTimeMs: 800 }));
  await app.send("POST", "/api/records/batch", { body: { records }, headers: signed(app, by) });
}

/** Issues a fresh token: access tokens are valid for minutes, and these tests span days. */
function signed({ deps, clock }: ScenarioApp, { id, sessionId }: TestAccount) {
  const subject = { accountId: id, sessionId };
  const token = deps.tokens.issueAccess(subject, clock.nowMs(), HOUR_MS);
  return { authorization: `Bearer ${token}` };
}

async function prefer(app: ScenarioApp, timeZone: string | null, dayStartHour: number) {
  await app.deps.database
    .insertInto("preferences")
    .values({ user_id: "u1", time_zone: timeZone, day_start_hour: dayStartHour })
    .execute();
}

/** Gives answers at these times and reads the statistics at `readAt`. */
const streak = (
  days: number,
  times: readonly string[],
  readAt: string,
  rules: { timeZone?: string; dayStartHour?: number } = {},
): Scenario => ({
  as: "learner",
  given: async (app) => {
    await prefer(app, rules.timeZone ?? null, rules.dayStartHour ?? 0);
    for (const time of times) {
      app.clock.setTo(time);
      await answer(app, [true]);
    }
    app.clock.setTo(readAt);
  },
  send: sendNow,
  status: 200,
  body: { data: { streakDays: days, totalRecords: times.length } },
});

describe("GET /api/users/me/stats", () => {
  scenarios(routes, {
    "is all zero at first": {
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
    "is zero if the streak ended the day before yesterday": streak(
      0,
      ["2026-05-01T23:00Z", "2026-05-02T01:00Z"],
      "2026-05-04T00:00Z",
    ),
    "starts over after a gap": streak(
      1,
      ["2026-05-01T23:00Z", "2026-05-03T01:00Z"],
      "2026-05-03T02:00Z",
    ),
    // 23:30 and 00:30 in Shanghai are one day in UTC.
    "uses days in the learner's time zone": streak(
      2,
      ["2026-05-02T15:30Z", "2026-05-02T16:30Z"],
      "2026-05-02T17:00Z",
      { timeZone: "Asia/Shanghai" },
    ),
    "counts the hours before the day start to the previous day": streak(
      1,
      ["2026-05-02T20:00Z", "2026-05-03T03:59Z"],
      "2026-05-03T03:59Z",
      { dayStartHour: 4 },
    ),
    "starts a day at the learner's hour": streak(
      2,
      ["2026-05-02T20:00Z", "2026-05-03T04:00Z"],
      "2026-05-03T04:00Z",
      { dayStartHour: 4 },
    ),
    "counts across a change of daylight saving": streak(
      3,
      ["2026-03-28T22:30Z", "2026-03-29T12:00Z", "2026-03-29T22:30Z"],
      "2026-03-30T21:59Z",
      { timeZone: "Europe/Berlin" },
    ),
    "uses the operator's time zone for learners without one": {
      as: "learner",
      settings: { APP_TIMEZONE: "Pacific/Kiritimati" },
      given: async (app) => {
        // A minute before and after midnight at UTC+14.
        app.clock.setTo("2026-05-02T09:59Z");
        await answer(app, [true]);
        app.clock.setTo("2026-05-02T10:01Z");
        await answer(app, [true]);
      },
      send: sendNow,
      status: 200,
      body: { data: { streakDays: 2 } },
    },
  });
});
