import { describe, expect } from "vitest";
import {
  giveAnswers,
  giveManyAnswers,
  type PastAnswer,
} from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { markMastered } from "../manual-states/manual-states.service.ts";
import { analyticsRoutes } from "./analytics.routes.ts";

// The clock starts at noon on 1 May 2026, UTC.

const path = "/api/analytics/forgetting-risk";
const refused = (code: string) => ({ success: false, code });

/** Words answered once, from years ago to an hour ago, plus another learner's words. */
async function history(app: ScenarioApp): Promise<void> {
  await app.words([{}, {}, {}, {}, {}, {}]);
  await giveAnswers(app.deps, [
    ["2016-05-01T12:00:00Z", "w1", { isCorrect: false }],
    ["2024-05-01T12:00:00Z", "w2"],
    ["2026-04-21T12:00:00Z", "w3"],
    ["2026-04-29T00:00:00Z", "w4"],
    ["2026-05-01T11:00:00Z", "w5"],
    ["2016-05-01T12:00:00Z", "w6", { userId: "u2" }],
  ]);
}

interface RiskWord {
  readonly wordId: string;
  readonly riskLevel: string;
  readonly retention: number;
  readonly nextReviewDate: string;
  readonly overdueHours: number;
}

describe("GET /api/analytics/forgetting-risk", () => {
  scenarios(analyticsRoutes, {
    "reports no risk without a learned word": {
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
          summary: {
            highRiskWords: 0,
            mediumRiskWords: 0,
            averageRetention: null,
            dueReviewWords: 0,
            overdueReviewWords: 0,
          },
          riskWords: [],
        },
      },
      after: (_, { body }) => {
        const curve = body.data.retentionCurve as { retention: null; wordCount: number }[];
        const points = curve.map(({ retention, wordCount }) => [retention, wordCount]);
        expect(points).toEqual(Array.from({ length: 6 }, () => [null, 0]));
      },
    },
    "lists the words at risk, lowest retention first, each with its level": {
      as: "learner",
      given: history,
      send: ["GET", `${path}?range=month`],
      status: 200,
      after: (_, { body }) => {
        const { riskWords, summary, retentionCurve } = body.data;
        const words = riskWords as RiskWord[];
        expect(words[0]).toMatchObject({ wordId: "w1", riskLevel: "high" });
        expect(words.map(({ wordId }) => wordId)).not.toContain("w5");
        expect(words.map(({ wordId }) => wordId)).not.toContain("w6");
        const retentions = words.map(({ retention }) => retention);
        expect(retentions).toEqual(retentions.toSorted((a, b) => a - b));
        for (const { retention, riskLevel, overdueHours, nextReviewDate } of words) {
          expect(retention).toBeLessThan(0.75);
          expect(riskLevel).toBe(retention < 0.5 ? "high" : "medium");
          const lateMs = Date.parse("2026-05-01T12:00:00Z") - Date.parse(nextReviewDate);
          expect(overdueHours).toBeCloseTo(Math.max(0, lateMs / 3_600_000), 1);
        }
        const high = words.filter(({ riskLevel }) => riskLevel === "high").length;
        expect(summary).toMatchObject({
          highRiskWords: high,
          mediumRiskWords: words.length - high,
        });
        expect(summary.averageRetention).toBeGreaterThan(0);
        expect(retentionCurve.map((point: { wordCount: number }) => point.wordCount)).toEqual([
          1, 1, 0, 1, 0, 2,
        ]);
      },
    },
    "counts words due on the learner's day, and those of earlier days as overdue": {
      as: "learner",
      given: async (app) => {
        await history(app);
        const due = [-13 * 3_600_000, 3_600_000, 13 * 3_600_000];
        for (const [n, ms] of due.entries()) {
          await app.deps.database
            .updateTable("word_states")
            .set({ next_review_at_ms: app.clock.nowMs() + ms })
            .where("word_id", "=", `w${n + 1}`)
            .execute();
        }
        await app.deps.database
          .updateTable("word_states")
          .set({ next_review_at_ms: null })
          .where("word_id", "in", ["w4", "w5"])
          .execute();
      },
      send: ["GET", `${path}?range=day`],
      status: 200,
      body: { data: { summary: { dueReviewWords: 2, overdueReviewWords: 1 } } },
    },
    "leaves out words marked as mastered": {
      as: "learner",
      given: async (app) => {
        await history(app);
        await markMastered(app.deps, { kind: "learner", id: "u1", sessionId: "s" }, "w1");
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const words = body.data.riskWords as RiskWord[];
        expect(words.map(({ wordId }) => wordId)).not.toContain("w1");
      },
    },
    "lists at most 200 words, but counts all": {
      as: "learner",
      given: async (app) => {
        await app.words(Array.from({ length: 203 }, () => ({})));
        const wrong = { isCorrect: false };
        const answers = Array.from({ length: 203 }, (_, n): PastAnswer => [
          "2016-05-01T12:00:00Z",
          `w${n + 1}`,
          wrong,
        ]);
        await giveManyAnswers(app.deps, answers);
      },
      send: ["GET", path],
      status: 200,
      body: { data: { summary: { highRiskWords: 203 } } },
      after: (_, { body }) => expect(body.data.riskWords).toHaveLength(200),
    },
    "refuses an unknown range": {
      as: "learner",
      send: ["GET", `${path}?range=decade`],
      status: 400,
      body: refused("ANALYTICS_INVALID_RANGE"),
    },
    "refuses an unknown time zone": {
      as: "learner",
      send: ["GET", `${path}?timezone=Mars/Olympus`],
      status: 400,
      body: refused("ANALYTICS_INVALID_TIMEZONE"),
    },
  });
});
