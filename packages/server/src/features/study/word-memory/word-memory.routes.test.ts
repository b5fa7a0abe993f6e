import { describe, expect } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { analyticsRoutes } from "../analytics/analytics.routes.ts";
import { engineInputRoutes } from "../engine-input/engine-input.routes.ts";
import { manualStatesRoutes } from "../manual-states/manual-states.routes.ts";
import { wordMemoryRoutes } from "./word-memory.routes.ts";

// The clock starts at noon on 1 May 2026, UTC.

const routes = [wordMemoryRoutes, manualStatesRoutes, analyticsRoutes, engineInputRoutes];
const path = "/api/study/words/w1/why";
const give = (app: ScenarioApp, ...answers: PastAnswer[]) => giveAnswers(app.deps, answers);
const april = (day: number, more: PastAnswer[2] = {}, wordId = "w1"): PastAnswer => [
  `2026-04-${String(day).padStart(2, "0")}T10:00:00Z`,
  wordId,
  more,
];
const wrong = { isCorrect: false };
const act = (app: ScenarioApp, method: string, url: string, body: object = {}) =>
  app.send(method, url, { body, headers: app.u1.headers });
const why = async (app: ScenarioApp) => (await act(app, "GET", path)).body.data;

interface Point {
  readonly at: string;
  readonly recall: number;
}
const pointsAt = (curve: readonly Point[], at: string) =>
  curve.filter((point) => point.at === at).map(({ recall }) => recall);

describe("GET /api/study/words/:wordId/why", () => {
  scenarios(routes, {
    "does not find a word that does not exist": {
      as: "learner",
      send: ["GET", path],
      status: 404,
      body: { success: false, code: "NOT_FOUND" },
    },
    "says of a new word that it was not studied": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, april(20, { userId: "u2" }));
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) =>
        expect(body.data).toEqual({
          wordId: "w1",
          state: null,
          recall: null,
          stabilityDays: null,
          difficulty: null,
          nextReviewAt: null,
          intervalDays: null,
          lastAnsweredAt: null,
          elapsedDaysBefore: null,
          lapses: 0,
          leech: false,
          leechMarks: 0,
          reason: { code: "not_studied", params: {} },
          curve: [],
          answers: [],
        }),
    },
    "says of a word answered once that it is new": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, april(29));
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { reason, intervalDays, nextReviewAt, state, answers } = body.data;
        expect(reason).toEqual({ code: "first_seen", params: { isCorrect: true, intervalDays } });
        const days = (Date.parse(nextReviewAt) - Date.parse("2026-04-29T10:00:00Z")) / 86_400_000;
        expect(intervalDays).toBeCloseTo(days, 9);
        expect(state).toMatchObject({ wordId: "w1", totalAttempts: 1 });
        expect(answers).toEqual([
          {
            at: "2026-04-29T10:00:00.000Z",
            isCorrect: true,
            responseTimeMs: 1000,
            recallBefore: null,
          },
        ]);
      },
    },
    "says after how many days it was recalled": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, april(20), april(24));
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { reason, intervalDays, elapsedDaysBefore, lapses } = body.data;
        const params = { elapsedDays: 4, intervalDays };
        expect(reason).toEqual({ code: "recalled_after", params });
        expect(intervalDays).toBeGreaterThan(0);
        expect([elapsedDaysBefore, lapses]).toEqual([4, 0]);
      },
    },
    "says after how many days it slipped": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, april(20), april(22, wrong));
      },
      send: ["GET", path],
      status: 200,
      body: {
        data: { lapses: 1, reason: { code: "slipped_after", params: { elapsedDays: 2 } } },
      },
    },
    "believes now what the forgetting risk shows": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, ["2026-01-05T10:00:00Z", "w1"], ["2026-01-06T10:00:00Z", "w1", wrong]);
      },
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        const risk = await act(app, "GET", "/api/analytics/forgetting-risk");
        const [atRisk] = risk.body.data.riskWords;
        expect(body.data.recall).toBe(atRisk.retention);
        expect(pointsAt(body.data.curve, "2026-05-01T12:00:00.000Z")).toEqual([atRisk.retention]);
      },
    },
    "draws a curve that falls between answers and jumps at them": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, april(1), april(5), april(15, wrong), april(16));
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { curve, answers } = body.data as { curve: Point[]; answers: any[] };
        expect(curve[0]?.at).toBe("2026-04-01T10:00:00.000Z");
        expect(curve.at(-1)?.at).toBe("2026-05-31T12:00:00.000Z");
        expect(curve.length).toBeLessThanOrEqual(200);
        for (const { at, recallBefore } of answers.slice(1)) {
          const [before = 1, after = 0] = pointsAt(curve, at);
          expect(before).toBe(recallBefore);
          expect(after).toBeGreaterThan(before);
        }
        const jumps = new Set(answers.map(({ at }) => at));
        for (const [n, point] of curve.entries()) {
          const before = curve[n - 1];
          if (before === undefined || (before.at === point.at && jumps.has(point.at))) continue;
          expect(point.recall).toBeLessThanOrEqual(before.recall);
        }
      },
    },
    "replays the memory that is stored": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        await give(app, april(1), april(2, {}, "w2"), april(5), april(15, wrong), april(20));
      },
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        const { recallBefore } = body.data.answers.at(-1);
        await give(app, ["2026-05-01T11:00:00Z", "w1"]);
        // The last memory was the stored one; now it is replayed.
        const again = (await why(app)).answers.at(-2);
        expect(again.at).toBe("2026-04-20T10:00:00.000Z");
        expect(again.recallBefore).toBeCloseTo(recallBefore, 1);
      },
    },
    "says that the learner marked it as known": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, april(20));
        await act(app, "POST", "/api/word-states/w1/mark-mastered");
      },
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          nextReviewAt: null,
          intervalDays: null,
          reason: { code: "marked_known", params: { at: "2026-05-01T12:00:00.000Z" } },
        },
      },
    },
    "says that a state was set by hand": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await act(app, "PUT", "/api/word-states/w1", { state: "learning" });
      },
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          recall: null,
          curve: [],
          reason: { code: "set_by_hand", params: { at: "2026-05-01T12:00:00.000Z" } },
        },
      },
    },
    "says that a date was set by hand": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, april(20), april(24));
        await act(app, "POST", "/api/word-states/w1/mark-mastered");
        await act(app, "PUT", "/api/word-states/w1", { state: "learning" });
      },
      send: ["GET", path],
      status: 200,
      body: { data: { reason: { code: "set_by_hand" } } },
    },
    "starts over after a reset, but still shows the earlier answers": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, april(1), april(3), april(9, wrong));
        await act(app, "POST", "/api/word-states/w1/reset");
        expect(await why(app)).toMatchObject({ reason: { code: "not_studied" }, curve: [] });
        await give(app, ["2026-05-01T10:00:00Z", "w1"]);
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { curve, answers, reason, lapses } = body.data;
        expect([reason.code, lapses]).toEqual(["first_seen", 0]);
        expect(curve[0].at).toBe("2026-05-01T10:00:00.000Z");
        expect(answers.map((each: any) => each.recallBefore)).toEqual([null, null, null, null]);
      },
    },
    "has a curve for a word known from an event without a record": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const body = { wordId: "w1", isCorrect: true, responseTime: 900 };
        await act(app, "POST", "/api/amas/process-event", body);
        app.clock.advance(3_600_000);
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        expect(body.data.answers).toEqual([]);
        expect(body.data.curve[0].at).toBe("2026-05-01T12:00:00.000Z");
        expect(body.data.recall).toBeGreaterThan(0);
      },
    },
    "marks a leech at eight lapses, and again at twelve": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const days = (from: number, to: number) =>
          Array.from({ length: to - from + 1 }, (_, n) => april(from + n, wrong));
        await give(app, ...days(1, 7));
        expect(await why(app)).toMatchObject({ lapses: 7, leech: false, leechMarks: 0 });
        await give(app, ...days(8, 8));
        expect(await why(app)).toMatchObject({ lapses: 8, leech: true, leechMarks: 1 });
        await give(app, ...days(9, 12));
      },
      send: ["GET", path],
      status: 200,
      body: { data: { lapses: 12, leech: true, leechMarks: 2 } },
    },
    "shows the latest hundred answers, oldest first": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const base = Date.parse("2026-01-01T10:00:00Z");
        const answers = Array.from({ length: 103 }, (_, n): PastAnswer => {
          return [new Date(base + n * 86_400_000).toISOString(), "w1"];
        });
        await give(app, ...answers);
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { answers, curve } = body.data;
        expect(answers).toHaveLength(100);
        expect(answers[0].at).toBe("2026-01-04T10:00:00.000Z");
        expect(answers.every((each: any) => each.recallBefore !== null)).toBe(true);
        expect(curve.length).toBeLessThanOrEqual(200);
      },
    },
  });
});
