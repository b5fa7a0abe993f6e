import { describe, expect } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { analyticsRoutes } from "./analytics.routes.ts";

// The clock starts at noon on 1 May 2026, UTC.

const refused = (code: string) => ({ success: false, code });
const give = (app: ScenarioApp, ...answers: PastAnswer[]) => giveAnswers(app.deps, answers);

describe("GET /api/amas/learning-curve", () => {
  const path = "/api/amas/learning-curve";
  scenarios(analyticsRoutes, {
    "is empty without a record": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      text: /"data":\{"curve":\[\]\}/,
    },
    "lists days with a record, in the learner's calendar": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        const row = { user_id: "u1", time_zone: "Europe/Berlin", day_start_hour: 4 };
        await app.deps.database.insertInto("preferences").values(row).execute();
        await give(
          app,
          ["2026-04-29T01:59:00Z", "w1", { isCorrect: false }],
          ["2026-04-29T02:00:00Z", "w1", { isCorrect: false }],
          ["2026-04-29T10:00:00Z", "w2"],
          ["2026-05-01T10:00:00Z", "w2"],
          ["2026-05-01T10:00:00Z", "w2", { userId: "u2" }],
        );
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) =>
        expect(body.data.curve).toEqual([
          { date: "2026-04-28", total: 1, correct: 0, accuracy: 0 },
          { date: "2026-04-29", total: 2, correct: 1, accuracy: 0.5 },
          { date: "2026-05-01", total: 1, correct: 1, accuracy: 1 },
        ]),
    },
    "uses the latest thousand records": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const rows = Array.from({ length: 1_001 }, (_, n) => ({
          id: `r${n}`,
          user_id: "u1",
          word_id: "w1",
          is_correct: n === 0 ? 0 : 1,
          response_time_ms: 900,
          session_id: null,
          record_type: "all" as const,
          self_rating: null,
          question_mode: null,
          details_json: null,
          client_record_id: `c${n}`,
          created_at_ms: app.clock.nowMs() - (1_001 - n) * 60_000,
        }));
        await app.deps.database.insertInto("records").values(rows).execute();
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const curve = body.data.curve as { total: number; correct: number }[];
        const total = curve.reduce((sum, day) => sum + day.total, 0);
        const correct = curve.reduce((sum, day) => sum + day.correct, 0);
        expect([total, correct]).toEqual([1000, 1000]);
      },
    },
  });
});

describe("GET /api/amas/retention-curve", () => {
  const path = "/api/amas/retention-curve";
  const daysOf = (points: { daysSinceLearn: number }[]) => points.map((p) => p.daysSinceLearn);
  const samplesOf = (points: { sampleSize: number }[]) => points.map((p) => p.sampleSize);
  scenarios(analyticsRoutes, {
    "has six empty points without a record": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      body: { data: { averageRetention: null } },
      after: (_, { body }) => {
        const { points } = body.data;
        expect(daysOf(points)).toEqual([1, 2, 4, 7, 15, 30]);
        expect(samplesOf(points)).toEqual([0, 0, 0, 0, 0, 0]);
        const retentions = points.map((point: { retention: unknown }) => point.retention);
        expect(new Set(retentions)).toEqual(new Set([null]));
      },
    },
    "assigns each word to the point nearest to its first record": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}, {}, {}, {}]);
        await give(
          app,
          ["2026-05-01T00:00:01Z", "w1"],
          ["2026-05-01T00:00:00Z", "w2"],
          ["2026-04-25T12:00:00Z", "w3"],
          ["2026-01-01T12:00:00Z", "w4", { isCorrect: false }],
          ["2026-04-30T12:00:00Z", "w4", { isCorrect: false }],
          ["2026-01-01T12:00:00Z", "w5", { userId: "u2" }],
        );
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { points, averageRetention } = body.data;
        // w1 is younger than half a day; w4 counts from its first record, not its latest.
        expect(samplesOf(points)).toEqual([1, 0, 0, 1, 0, 1]);
        const retentions = points.flatMap((point: { retention: number | null }) =>
          point.retention === null ? [] : [point.retention],
        );
        expect(retentions).toHaveLength(3);
        const mean = retentions.reduce((sum: number, value: number) => sum + value, 0) / 3;
        expect(averageRetention).toBeCloseTo(mean, 10);
        expect(Math.min(...retentions)).toBeGreaterThan(0);
        expect(Math.max(...retentions)).toBeLessThanOrEqual(1);
      },
    },
  });
});

describe("GET /api/amas/mastery/evaluate", () => {
  const path = "/api/amas/mastery/evaluate";
  scenarios(analyticsRoutes, {
    "reports a word without a history as new": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, ["2026-05-01T11:00:00Z", "w1", { userId: "u2" }]);
      },
      send: ["GET", `${path}?wordId=w1`],
      status: 200,
      body: {
        data: {
          wordId: "w1",
          state: "new",
          masteryLevel: 0,
          correctStreak: 0,
          totalAttempts: 0,
          nextReviewDate: null,
        },
      },
    },
    "returns the state of an answered word": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, ["2026-05-01T11:00:00Z", "w1"]);
      },
      send: ["GET", `${path}?wordId=w1`],
      status: 200,
      body: { data: { wordId: "w1", state: "learning", correctStreak: 1, totalAttempts: 1 } },
      after: (_, { body }) => {
        expect(body.data.masteryLevel).toBeGreaterThan(0);
        expect(body.data.nextReviewDate).toMatch(/Z$/);
      },
    },
    "requires a word": {
      as: "learner",
      send: ["GET", path],
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
    "refuses an empty word": {
      as: "learner",
      send: ["GET", `${path}?wordId=`],
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
  });
});
