import { describe, expect, it } from "vitest";
import { createLearner } from "../learner-state/create-learner.ts";
import type { LearnerState, Mood } from "../learner-state/learner-types.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { START_MS } from "../testing/scripted-learner.ts";
import { adjustStrategy, bySession, crossSessionDifficulty } from "./adjust-strategy.ts";
import { constrain } from "./constraint.ts";
import { decideStrategy, explainDecision, type Situation } from "./decide-strategy.ts";
import { historyEntry, proposeByHistory, rememberedBatches } from "./history-voter.ts";
import { mergeProposals } from "./merge.ts";
import { proposeByRules } from "./rule-voter.ts";
import { defaultStrategy, type Proposal, type Strategy, type Voter } from "./strategy-types.ts";

// What we check: each voter and each rule alone with simple inputs, then that the explanation of a
// decision names the factors that changed it.
const parameters = defaultParameters();
const start = defaultStrategy();
const fresh = createLearner(1, START_MS);
const experienced: LearnerState = { ...fresh, phase: null, totalEventCount: 500, success: 0.83 };
const withMood = (mood: Partial<Mood>) => ({
  ...experienced,
  mood: { ...experienced.mood, ...mood },
});

describe("the rule voter", () => {
  it("starts beginners easy", () => {
    const { strategy, strength } = proposeByRules(fresh, null, parameters);
    expect(strategy).toEqual({ ...start, difficulty: 0.3, batchSize: 5, newRatio: 0.5 });
    expect(strength).toBe(0.7);
  });

  it.each([
    ["leaves a learner on target alone", { success: 0.83 }, start],
    [
      "asks more of a learner who answers right and fast",
      { success: 0.9, medianSlowness: -0.2 },
      { ...start, difficulty: 0.6 },
    ],
    ["asks no more of one who is slow", { success: 0.9, medianSlowness: 0.2 }, start],
    [
      "asks less of a learner who fails",
      { success: 0.7 },
      { ...start, difficulty: 0.35, newRatio: 0.2 },
    ],
  ])("%s", (_name, change, expected) => {
    const { strategy } = proposeByRules({ ...experienced, ...change }, null, parameters);
    expect(strategy.difficulty).toBeCloseTo(expected.difficulty, 12);
    expect(strategy.newRatio).toBeCloseTo(expected.newRatio, 12);
  });

  it("reduces new words when more is due than fits a session", () => {
    const share = (dueSeconds: number) =>
      proposeByRules(experienced, { dueSeconds, sessionSeconds: 900 }, parameters).strategy;
    expect(share(900)).toEqual(start);
    expect(share(1800).newRatio).toBeCloseTo(0.15, 12);
    expect(share(9000)).toMatchObject({ newRatio: 0, reviewMode: true });
  });

  it("has half its strength after five hundred answers", () => {
    expect(proposeByRules(experienced, null, parameters).strength).toBeCloseTo(0.35, 12);
  });
});

function proposal(voter: Voter, change: Partial<Strategy>, strength = 0.5): Proposal {
  return { voter, strategy: { ...start, ...change }, strength };
}

describe("mergeProposals", () => {
  const state = experienced.strategy;
  const three = [proposal("heuristic", {}), proposal("ige", {}), proposal("swd", {})];

  it("adopts the proposal of a single voter of any strength", () => {
    const alone = [proposal("ige", { difficulty: 0.7, batchSize: 20 }, 0)];
    const { strategy, weights } = mergeProposals(alone, state, parameters);
    expect(strategy).toEqual(alone[0]?.strategy);
    expect(weights).toEqual([0, 1, 0]);
  });

  it("gives the rules extra weight during the warm-up", () => {
    const { weights } = mergeProposals(three, state, parameters);
    expect(weights[0]).toBeCloseTo(0.45 / 1.1, 12);
    expect(weights[1]).toBeCloseTo(0.4 / 1.1, 12);
  });

  it("blends in trust after the warm-up, with a minimum weight", () => {
    const late = { ...state, creditedBatches: 1000, trust: [0, 0.9, 0.1] };
    const { weights } = mergeProposals(three, late, parameters);
    const raw = [0.175, 0.65, 0.175];
    for (const [i, weight] of weights.entries()) expect(weight).toBeCloseTo(raw[i] ?? 0, 12);
  });

  it("takes weighted means and a weighted majority", () => {
    const proposals = [
      proposal("heuristic", { difficulty: 0.2, batchSize: 5 }, 0.9),
      proposal("ige", { difficulty: 0.8, batchSize: 20, reviewMode: true }, 0.1),
    ];
    const { strategy, weights } = mergeProposals(proposals, state, parameters);
    const [rules = 0, bandit = 0] = weights;
    expect(rules + bandit).toBeCloseTo(1, 12);
    expect(strategy.difficulty).toBeCloseTo(0.2 * rules + 0.8 * bandit, 12);
    expect(strategy.batchSize).toBe(Math.round(5 * rules + 20 * bandit));
    expect(strategy.reviewMode).toBe(false);
  });

  it("uses only the most trusted voter without an ensemble, ties go to the rules", () => {
    const alone = withParameters(parameters, { "featureFlags.ensembleEnabled": false });
    const proposals = [proposal("heuristic", { difficulty: 0.1 }), proposal("swd", {})];
    const pick = (trust: number[]) =>
      mergeProposals(proposals, { ...state, trust }, alone).strategy.difficulty;
    expect(pick([0.5, 0.9, 0.5])).toBe(0.1);
    expect(pick([0.4, 0.9, 0.5])).toBe(0.5);
  });

  it("returns the default strategy without voters", () => {
    expect(mergeProposals([], state, parameters).strategy).toEqual(start);
  });
});

describe("constrain", () => {
  const limited = (mood: Partial<Mood>, strategy = start) =>
    constrain(strategy, withMood(mood).mood, parameters);

  it("returns the same object when nothing applies", () => {
    expect(limited({}).strategy).toBe(start);
  });

  it("limits the strategy of a tired, inattentive or unmotivated learner", () => {
    expect(limited({ fatigue: 0.95 })).toEqual({
      strategy: { ...start, batchSize: 5, newRatio: 0.2 },
      applied: ["high_fatigue"],
    });
    expect(limited({ attention: 0.2 }).strategy).toMatchObject({ reviewMode: true, newRatio: 0 });
    expect(limited({ motivation: -0.6 }).strategy.difficulty).toBeCloseTo(0.4, 12);
  });

  it("lowers difficulty at most to its minimum, and never raises it", () => {
    const easy = { ...start, difficulty: 0.15 };
    expect(limited({ motivation: -0.6 }, easy).strategy.difficulty).toBe(0.1);
    const easier = { ...start, difficulty: 0.05 };
    expect(limited({ motivation: -0.6 }, easier).strategy.difficulty).toBe(0.05);
  });
});

describe("adjustStrategy", () => {
  it.each([
    ["focused", 0.6, { difficulty: 0.6, newRatio: 0.45 }],
    ["tired", 0.6, { difficulty: 0.35, newRatio: 0.15, batchSize: 7 }],
    ["review", 0.6, { reviewMode: true, newRatio: 0 }],
    ["review", 0.9, { reviewMode: true, newRatio: 0, difficulty: 0.6 }],
    ["sprint", 0.2, { newRatio: 0.9, difficulty: 0.35 }],
    ["whatever", 0.6, {}],
    ["whatever", 0.8, { difficulty: 0.6, newRatio: 0.45 }],
    ["whatever", 0.4, { difficulty: 0.35, newRatio: 0.15 }],
  ])("%s at %d", (userState, performance, change) => {
    const expected = { ...start, ...change };
    const adjusted = adjustStrategy(start, userState, performance, parameters);
    expect(adjusted.difficulty).toBeCloseTo(expected.difficulty, 12);
    expect(adjusted.newRatio).toBeCloseTo(expected.newRatio, 12);
    expect(adjusted.batchSize).toBe(expected.batchSize);
    expect(adjusted.reviewMode).toBe(expected.reviewMode);
  });

  it("shrinks the batch of a tired learner to at least three words, and never enlarges it", () => {
    const batch = (batchSize: number) =>
      adjustStrategy({ ...start, batchSize }, "tired", 0.6, parameters).batchSize;
    expect([2, 3, 4, 10].map(batch)).toEqual([2, 3, 3, 7]);
  });
});

describe("a running session", () => {
  it("becomes a sprint near its target", () => {
    const at = (masteredCount: number) =>
      bySession(start, { masteredCount, targetMasteryCount: 10 }, parameters).newRatio;
    expect([7, 8].map(at)).toEqual([0.3, 0.9]);
  });

  it("suggests the difficulty of the next one", () => {
    const after = (accuracy: number) => crossSessionDifficulty(accuracy, parameters);
    expect([0.8, 0.79, 0.5, 0.49].map(after)).toEqual([0.6, 0.5, 0.5, 0.35]);
  });
});

describe("the history voter", () => {
  const features = [0.7, 0.2, 0, 0.5, 0, 0, 0, 0];
  const entry = (difficulty: number, reward: number, daysAgo = 0) =>
    historyEntry(features, { ...start, difficulty }, reward, START_MS - daysAgo * 86_400_000);
  const propose = (history: number[][]) =>
    proposeByHistory(
      rememberedBatches(history, START_MS, parameters.swd),
      features,
      parameters.swd,
    );

  it("proposes the default with low strength without a history", () => {
    expect(propose([])).toEqual({ voter: "swd", strategy: start, strength: 0.2 });
  });

  it("moves beyond the mean towards the strategy with the higher reward", () => {
    const { strategy, strength } = propose([entry(0.3, 0), entry(0.7, 0.6)]);
    expect(strategy.difficulty).toBeGreaterThan(0.6);
    expect(strength).toBeCloseTo(1 - 1 / 3, 1);
  });

  it("ignores failed batches and discounts old ones", () => {
    expect(propose([entry(0.9, -0.6)]).strength).toBe(0.2);
    const mixed = propose([entry(0.3, 0.2, 140), entry(0.7, 0.2)]).strategy;
    expect(mixed.difficulty).toBeCloseTo(0.7, 2);
  });
});

describe("the strategy of an inattentive learner", () => {
  const decidedAfter = (attention: number, gapSecs: number) => {
    const learner = { ...withMood({ attention }), lastAtMs: START_MS };
    const situation = { seed: 1, key: "k", backlog: null, session: {} };
    return decideStrategy(learner, { ...situation, atMs: START_MS + 1000 * gapSecs }, parameters);
  };

  it("has no new words within the session", () => {
    const { strategy, constraints } = decidedAfter(0.2, 1799);
    expect(strategy).toMatchObject({ reviewMode: true, newRatio: 0 });
    expect(constraints).toEqual(["low_attention"]);
  });

  it("has new words again after a rest, as after the next answer", () => {
    const { strategy, constraints } = decidedAfter(0.2, 1800);
    expect(strategy.reviewMode).toBe(false);
    expect(strategy.newRatio).toBeGreaterThan(0);
    expect(constraints).toEqual([]);
    expect(decidedAfter(0, 36_000).strategy.reviewMode).toBe(false);
  });
});

describe("the explanation of a decision", () => {
  const situation: Situation = {
    atMs: START_MS,
    seed: 1,
    key: "k",
    backlog: null,
    session: {},
  };
  const explained = (learner: LearnerState, change: Partial<Situation> = {}) => {
    const at = { ...situation, ...change };
    const decision = decideStrategy(learner, at, parameters);
    const { factors, primaryReason } = explainDecision(learner, at, decision, parameters);
    return { primaryReason, impact: new Map(factors.map((f) => [f.name, f.impact])) };
  };

  it("names every factor and every voter with a weight, which a bandit without data lacks", () => {
    expect([...explained(experienced).impact.keys()]).toEqual([
      "fatigue",
      "attention",
      "motivation",
      "successRate",
      "abilityMargin",
      "backlog",
      "voter:heuristic",
      "voter:swd",
    ]);
  });

  it("names fatigue as the reason for a shortened batch", () => {
    const { primaryReason, impact } = explained(withMood({ fatigue: 0.95 }));
    expect(primaryReason).toBe("high_fatigue");
    expect(impact.get("fatigue")).toBe("negative");
    expect(impact.get("successRate")).toBe("neutral");
  });

  it("names failures and backlog as reasons for what the rules changed", () => {
    const failing = explained({ ...experienced, success: 0.5 });
    expect(failing.primaryReason).toBe("success_below_target");
    expect(failing.impact.get("successRate")).toBe("negative");
    const backlog = { dueSeconds: 9000, sessionSeconds: 900 };
    expect(explained(experienced, { backlog }).impact.get("backlog")).toBe("negative");
  });

  it("is reproducible for the same batch and explores differently for another", () => {
    const decide = (key: string) =>
      decideStrategy(experienced, { ...situation, key }, parameters).proposals[1]?.strategy;
    expect(decide("a")).toEqual(decide("a"));
    const strategies = new Set(["a", "b", "c", "d", "e"].map((key) => JSON.stringify(decide(key))));
    expect(strategies.size).toBeGreaterThan(1);
  });
});
