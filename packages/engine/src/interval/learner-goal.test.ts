import { beforeAll, describe, expect, it } from "vitest";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { createLearner } from "../learner-state/create-learner.ts";
import { DAY_MS } from "../numeric/durations.ts";
import {
  defaultParameters,
  type ParameterValue,
  withParameters,
} from "../parameters/parameters.ts";
import { createMemory, type WordMemory } from "../memory/word-memory.ts";
import { answerIn, startScript, withLongHistory } from "../testing/scripted-learner.ts";
import {
  type GoalPlan,
  type LearnerGoal,
  type LearnerSchedule,
  planGoal,
  previewGoalIntervals,
  solveGoalIntervals,
} from "./learner-goal.ts";
import { nextReviewAtMs } from "./next-review.ts";
import type { SspPolicy } from "./ssp-policy.ts";

// A goal becomes recall targets: fixed ones at first, solved ones once the learner is known.
const parameters = withParameters(defaultParameters(), { "ssp.convergenceThreshold": 0.3 });
const { w } = parameters.memoryModel;
const newcomer = createLearner(1, 0);
const known: LearnerState = {
  ...newcomer,
  fit: { ...newcomer.fit, weights: [...w], costs: { recallSecs: 5, forgetSecs: 9.1 } },
};
const KINDS = ["remember_most", "balanced", "learn_fastest"] as const;
const changed = (changes: Record<string, ParameterValue>) => withParameters(parameters, changes);

function intervalsOf(goal: LearnerGoal): Extract<GoalPlan, { kind: "intervals" }> {
  const plan = planGoal(goal, known, parameters);
  if (plan?.kind !== "intervals") throw new Error(`${goal.kind} has no intervals`);
  return plan;
}

describe("planGoal", () => {
  it("uses a fixed recall until the learner is known", () => {
    const atFirst = KINDS.map((kind) => planGoal({ kind }, newcomer, parameters));
    const [most, balanced, fastest] = atFirst;
    expect(balanced).toBeNull();
    if (most?.kind !== "recall" || fastest?.kind !== "recall") throw new Error("not fixed");
    expect(most.recall).toBeGreaterThan(parameters.memoryModel.baseDesiredRetention);
    expect(fastest.recall).toBeLessThan(parameters.memoryModel.baseDesiredRetention);
    const { costs: _, ...fit } = known.fit;
    expect(planGoal({ kind: "balanced" }, { ...known, fit }, parameters)).toBeNull();
    const common = changed({ "featureFlags.personalWeightsEnabled": false });
    expect(planGoal({ kind: "balanced" }, known, common)).toBeNull();
  });

  it("keeps a recall that the learner chose, even once weights are fitted", () => {
    for (const learner of [newcomer, known]) {
      const goal = { kind: "own_recall", recall: 0.83 } as const;
      expect(planGoal(goal, learner, parameters)).toEqual({ kind: "recall", recall: 0.83 });
    }
    for (const recall of [0.69, 0.98, Number.NaN]) {
      const goal = { kind: "own_recall", recall } as const;
      expect(() => planGoal(goal, known, parameters)).toThrow(RangeError);
    }
  });

  it("values a known day by the goal and costs by the learner's times", () => {
    const [most, balanced, fastest] = KINDS.map((kind) => intervalsOf({ kind }).intervals);
    expect(most?.knownDay).toBeGreaterThan(balanced?.knownDay ?? Infinity);
    expect(balanced?.knownDay).toBeGreaterThan(fastest?.knownDay ?? Infinity);
    expect(balanced).toMatchObject({ weights: w, forgetRatio: 1.8 });
    // A chosen goal always gets solved targets; otherwise they apply only where they pay off.
    expect([most, balanced, fastest].map((one) => one?.fixedRecall)).toEqual([null, 0.9, null]);
    expect([most, balanced, fastest].map((one) => one?.trust)).toEqual([1, 0.5, 1]);
  });

  it("keeps the operator's intervals for learners without a goal", () => {
    for (const own of [
      { "featureFlags.sspEnabled": true },
      { "memoryModel.gspMaturityBandDays": 9 },
    ]) {
      expect(planGoal({ kind: "balanced" }, known, changed(own))).toBeNull();
      expect(planGoal({ kind: "learn_fastest" }, known, changed(own))?.kind).toBe("intervals");
    }
  });
});

describe("solveGoalIntervals", () => {
  it("keeps a fixed recall if solved targets would hardly improve on it", () => {
    // If a known day is worth much, high recall is nearly best for every word.
    const intervals = { ...intervalsOf({ kind: "balanced" }).intervals, knownDay: 0.8 };
    const solved = (fixedRecall: number | null) =>
      solveGoalIntervals({ ...intervals, fixedRecall, trust: 1 }, parameters);
    const always = solved(null);
    expect(new Set(always.recalls).size).toBeGreaterThan(5);
    expect(solved(0.8)).toEqual(always);
    expect(solved(0.95)).toEqual({ ...always, recalls: always.recalls.map(() => 0.95) });
  });
});

describe("targets for learners without a goal", () => {
  // Every failure is expensive: the solver would choose far less than 0.9.
  const hasty = { ...intervalsOf({ kind: "balanced" }).intervals, forgetRatio: 6 };

  it("go halfway to the solved ones, because far from 0.9 the model only guesses", () => {
    const { recalls } = solveGoalIntervals({ ...hasty, fixedRecall: null }, parameters);
    const careful = solveGoalIntervals({ ...hasty, fixedRecall: 0.9 }, parameters).recalls;
    expect(careful).toHaveLength(recalls.length);
    for (const [at, recall] of recalls.entries()) {
      expect(careful[at]).toBeCloseTo((recall + 0.9) / 2, 5);
    }
  });

  it("are never below 0.85, even if the solver's are", () => {
    const { weights } = hasty;
    // A learner who forgets everything within a day.
    const poor = weights.map((weight, at) => (at < 4 ? weight / 20 : weight));
    for (const intervals of [hasty, { ...hasty, weights: poor }]) {
      const { recalls } = solveGoalIntervals(intervals, parameters);
      expect(Math.min(...recalls)).toBeGreaterThanOrEqual(0.85);
      expect(Math.min(...recalls)).toBeLessThan(0.9);
    }
  });

  it("give up no word, because the model is least reliable for the hardest ones", () => {
    // Every failure is expensive and a known day is worth little.
    const lowest = (kind: (typeof KINDS)[number]) => {
      const { intervals } = intervalsOf({ kind });
      const costly = { ...intervals, forgetRatio: 6, knownDay: 0.02, fixedRecall: null };
      return Math.min(...solveGoalIntervals(costly, parameters).recalls);
    };
    expect(lowest("balanced")).toBe(0.8);
    expect(lowest("learn_fastest")).toBe(0.7);
  });
});

describe("previewGoalIntervals", () => {
  it("is close to the solution under any costs of the operator", () => {
    const { intervals } = intervalsOf({ kind: "learn_fastest" });
    const costly = changed({ "ssp.recallCost": 60, "ssp.forgetCost": 60 });
    const solved = solveGoalIntervals(intervals, parameters);
    for (const preview of [parameters, costly].map((own) => previewGoalIntervals(intervals, own))) {
      const gaps = preview.recalls.map((recall, at) =>
        Math.abs(recall - (solved.recalls[at] ?? 0)),
      );
      expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeLessThan(0.02);
      expect(Math.max(...preview.recalls)).toBeLessThanOrEqual(0.9);
    }
  });
});

describe("a learner's schedule", () => {
  const script = startScript(parameters);
  script.learner = withLongHistory(script.learner);
  for (const days of [1, 3, 6]) answerIn(script, "w1", days * 1440, { isCorrect: true });
  const memory: WordMemory = script.memories["w1"] ?? createMemory("w1");
  const policies = new Map<string, SspPolicy>();
  beforeAll(() => {
    for (const kind of KINDS) {
      policies.set(kind, solveGoalIntervals(intervalsOf({ kind }).intervals, parameters));
    }
  });
  const next = (schedule?: LearnerSchedule, changes = {}) =>
    nextReviewAtMs(script.learner, memory, script.atMs, changed(changes), {
      word: { id: "w1", text: "w1", difficulty: null },
      wordRating: null,
      ...(schedule !== undefined && { schedule }),
    });
  const byPolicy = (kind: string) => {
    const policy = policies.get(kind);
    if (policy === undefined) throw new Error(`${kind} was not solved`);
    return { kind: "policy", policy } as const;
  };

  it("sets the target, and is named as the reason", () => {
    const fixed = next({ kind: "recall", recall: 0.8 });
    expect(fixed).toMatchObject({ targetRecall: 0.8, reasons: ["goal_recall"] });
    expect(fixed.atMs).toBeGreaterThan(next().atMs);
    // Beyond the limits of the parameters.
    expect(next({ kind: "recall", recall: 0.7 }).targetRecall).toBe(0.7);
    expect(next(byPolicy("balanced")).reasons).toEqual(["goal_policy"]);
  });

  it("spreads only the near dates of solved targets over days", () => {
    for (const days of [0, 1]) answerIn(script, "young", days * 1440, { isCorrect: true });
    const moves = (wordId: string, schedule: LearnerSchedule) => {
      const word = { id: wordId, text: wordId, difficulty: null };
      const asked = script.memories[wordId] ?? createMemory(wordId);
      const planned = (plannedSeconds: Record<string, number>) =>
        nextReviewAtMs(script.learner, asked, script.atMs, parameters, {
          word,
          wordRating: null,
          schedule,
          plan: { plannedSeconds },
        });
      const usual = planned({});
      const spread = planned({ [String(Math.floor(usual.atMs / DAY_MS))]: 600 });
      const isMoved = spread.atMs !== usual.atMs;
      expect(spread.reasons.includes("load_balanced")).toBe(isMoved);
      return isMoved;
    };
    expect(moves("young", byPolicy("balanced"))).toBe(true);
    expect(moves("young", { kind: "recall", recall: 0.9 })).toBe(false);
    // Load is not counted more than thirty days ahead.
    expect(moves("w1", byPolicy("balanced"))).toBe(false);
  });

  it("takes precedence over the operator's intervals", () => {
    const own = { "featureFlags.sspEnabled": true, "memoryModel.gspMaturityBandDays": 9 };
    expect(next(byPolicy("balanced"), own).reasons).toEqual(["goal_policy"]);
    expect(next(undefined, own).reasons).toEqual(["base_retention", "ssp_no_policy"]);
  });

  it("asks sooner the more a goal values remembering", () => {
    const [most, balanced, fastest] = KINDS.map((kind) => next(byPolicy(kind)).atMs);
    expect(most).toBeLessThan(balanced ?? 0);
    expect(balanced).toBeLessThan(fastest ?? 0);
    expect(most).toBeGreaterThanOrEqual(script.atMs + DAY_MS);
  });
});
