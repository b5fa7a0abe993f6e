import { describe, expect } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { trueRetentionRoutes } from "./true-retention.routes.ts";

// The clock starts at noon on 1 May 2026, UTC; thirty days begin on 2 April.

const path = "/api/study/retention";
const give = (app: ScenarioApp, ...answers: PastAnswer[]) => giveAnswers(app.deps, answers);
const wrong = { isCorrect: false };

interface Group {
  readonly answers: number;
  readonly correct: number;
}
const sumOf = (groups: readonly Group[]) => [
  groups.reduce((sum, { answers }) => sum + answers, 0),
  groups.reduce((sum, { correct }) => sum + correct, 0),
];
/** The groups with answers, each as [its first field, answers, correct]. */
const filled = (groups: readonly Group[]) =>
  groups
    .filter(({ answers }) => answers > 0)
    .map((group) => [Object.values(group)[0], group.answers, group.correct]);

describe("GET /api/study/retention", () => {
  scenarios(trueRetentionRoutes, {
    "has all groups even without answers": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { target, byAge, byHour, byDay } = body.data;
        expect(target).toBe(0.9);
        expect(byAge).toEqual([
          { label: "fresh", fromDays: 0, toDays: 3, answers: 0, correct: 0 },
          { label: "young", fromDays: 3, toDays: 21, answers: 0, correct: 0 },
          { label: "mature", fromDays: 21, toDays: 90, answers: 0, correct: 0 },
          { label: "old", fromDays: 90, toDays: null, answers: 0, correct: 0 },
        ]);
        expect(byHour.map(({ hour }: { hour: number }) => hour)).toEqual([...Array(24).keys()]);
        expect([byDay[0].date, byDay.at(-1).date]).toEqual(["2026-04-02", "2026-05-01"]);
        expect(byDay).toHaveLength(30);
      },
    },
    "groups reviews by days since the previous answer": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}, {}, {}, {}]);
        await give(
          app,
          ["2026-01-20T10:00:00Z", "w4"],
          ["2026-04-09T09:59:59Z", "w3"],
          ["2026-04-10T10:00:00Z", "w2"],
          ["2026-04-20T10:00:01Z", "w1"],
          ["2026-04-23T10:00:00Z", "w1", wrong],
          ["2026-04-23T10:00:00Z", "w5"],
          ["2026-04-26T10:00:00Z", "w5"],
          ["2026-04-30T10:00:00Z", "w2"],
          ["2026-04-30T10:00:00Z", "w3", wrong],
          ["2026-04-30T10:00:00Z", "w4"],
        );
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) =>
        expect(filled(body.data.byAge)).toEqual([
          ["fresh", 1, 0],
          ["young", 2, 2],
          ["mature", 1, 0],
          ["old", 1, 1],
        ]),
    },
    "counts neither first answers nor repeats within a day": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        await give(
          app,
          ["2026-04-20T10:00:00Z", "w1"],
          ["2026-04-20T10:05:00Z", "w1", wrong],
          ["2026-04-20T15:00:00Z", "w1", wrong],
          ["2026-04-22T10:00:00Z", "w1"],
          ["2026-04-22T10:00:00Z", "w1"],
          ["2026-04-23T10:00:00Z", "w2"],
        );
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { byAge, byHour, byDay } = body.data;
        expect(filled(byDay)).toEqual([["2026-04-22", 1, 1]]);
        expect([sumOf(byAge), sumOf(byHour)]).toEqual([
          [1, 1],
          [1, 1],
        ]);
      },
    },
    "counts an answer whose predecessor is older than the range": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, ["2026-04-01T10:00:00Z", "w1"], ["2026-05-01T10:00:00Z", "w1"]);
      },
      send: ["GET", `${path}?days=1`],
      status: 200,
      after: (_, { body }) => expect(filled(body.data.byAge)).toEqual([["mature", 1, 1]]),
    },
    "follows the learner's clock and day": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        const row = { user_id: "u1", time_zone: "Asia/Kolkata", day_start_hour: 4 };
        await app.deps.database.insertInto("preferences").values(row).execute();
        await give(
          app,
          ["2026-04-20T10:00:00Z", "w1"],
          ["2026-04-20T10:00:00Z", "w2"],
          // 03:59 and 04:00 in Kolkata.
          ["2026-04-24T22:29:00Z", "w1"],
          ["2026-04-24T22:30:00Z", "w2", wrong],
        );
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        expect(filled(body.data.byHour)).toEqual([
          [3, 1, 1],
          [4, 1, 0],
        ]);
        expect(filled(body.data.byDay)).toEqual([
          ["2026-04-24", 1, 1],
          ["2026-04-25", 1, 0],
        ]);
      },
    },
    "does not count other learners' answers": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const of = { userId: "u2" };
        await give(app, ["2026-04-20T10:00:00Z", "w1", of], ["2026-04-25T10:00:00Z", "w1", of]);
        await give(app, ["2026-04-26T10:00:00Z", "w1"]);
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(sumOf(body.data.byDay)).toEqual([0, 0]),
    },
    "clamps the number of days": {
      as: "learner",
      send: ["GET", `${path}?days=5000`],
      status: 200,
      after: (_, { body }) => expect(body.data.byDay).toHaveLength(90),
    },
  });
});
