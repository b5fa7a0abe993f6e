import { describe, expect, it } from "vitest";
import { createLearner } from "../learner-state/create-learner.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { gaussian } from "../numeric/random.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { START_MS } from "../testing/scripted-learner.ts";
import { creditBatch, batchesDueForCredit, type WordOutcome } from "./credit.ts";
import { decideStrategy, type Decision } from "./decide-strategy.ts";
import { addBatchReward, openBatch } from "./pending-batch.ts";
import type { Proposal } from "./strategy-types.ts";

// What we check: that credit goes to the voters that earned it. How: a simulated learner whose
// reward depends only on the share of new words, best at 0.2, with the real voters and merge.
const parameters = defaultParameters();
const BEST_SHARE = 0.2;
const explained = { factors: [], primaryReason: "default_strategy" };

function rewardAt(share: number, batch: number): number {
  return 0.5 - 2 * (share - BEST_SHARE) ** 2 + 0.1 * gaussian(5, 0, batch, "reward");
}

function experienced(): LearnerState {
  return { ...createLearner(3, START_MS), phase: null, totalEventCount: 400, success: 0.83 };
}

function playBatch(
  learner: LearnerState,
  batch: number,
  change = (decision: Decision): Decision => decision,
  given = parameters,
): { learner: LearnerState; share: number } {
  const atMs = START_MS + batch * 3_600_000;
  const situation = { atMs, seed: 3, key: `b${batch}`, backlog: null, session: {} };
  const decision = change(decideStrategy(learner, situation, given));
  const id = `b${batch}`;
  const opened = { ...openBatch(learner, { id, atMs, unit: 1, decision, explained }) };
  const share = decision.strategy.newRatio;
  addBatchReward(opened, id, rewardAt(share, batch));
  return { learner: creditBatch(opened, { batchId: id, completionShare: 1 }, parameters), share };
}

function regrets(batches: number, change?: (decision: Decision) => Decision) {
  let learner = experienced();
  const found: number[] = [];
  for (let batch = 0; batch < batches; batch++) {
    const played = playBatch(learner, batch, change);
    learner = played.learner;
    found.push(2 * (played.share - BEST_SHARE) ** 2);
  }
  return { learner, found };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe("creditBatch", () => {
  it("leaves the trust of a disabled voter unchanged", () => {
    const off = withParameters(parameters, { "featureFlags.igeEnabled": false });
    let learner = experienced();
    for (let batch = 0; batch < 30; batch++) {
      learner = playBatch(learner, batch, (decision) => decision, off).learner;
    }
    const [rules, bandit] = learner.strategy.trust;
    expect(bandit).toBe(0.5);
    expect(rules).not.toBe(0.5);
  });

  it("halves the regret per batch within a hundred batches", () => {
    const { found } = regrets(120);
    expect(mean(found.slice(100))).toBeLessThan(mean(found.slice(0, 20)) / 2);
  });

  it("gives the lowest trust to a voter with useless proposals", () => {
    const withBadProposal = (decision: Decision): Decision => ({
      ...decision,
      proposals: decision.proposals.map((proposal): Proposal =>
        proposal.voter === "swd"
          ? { ...proposal, strategy: { ...proposal.strategy, newRatio: 1, difficulty: 1 } }
          : proposal,
      ),
    });
    const { learner } = regrets(150, withBadProposal);
    const [rules = 0, bandit = 0, history = 0] = learner.strategy.trust;
    expect(history).toBeLessThan(Math.min(rules, bandit));
  });

  it("keeps some pending batches of every day of a busy week", () => {
    let learner = experienced();
    const dayMs = 86_400_000;
    for (let n = 0; n < 140; n++) {
      const atMs = START_MS + Math.floor(n / 20) * dayMs + (n % 20) * 60_000;
      const situation = { atMs, seed: 3, key: `b${n}`, backlog: null, session: {} };
      const decision = decideStrategy(learner, situation, parameters);
      learner = openBatch(learner, { id: `b${n}`, atMs, unit: 1, decision, explained });
      addBatchReward(learner, `b${n}`, 0.4);
      learner = creditBatch(learner, { batchId: `b${n}`, completionShare: 1 }, parameters);
    }
    const ages = learner.strategy.pending.map(({ atMs }) => Math.floor((atMs - START_MS) / dayMs));
    expect(new Set(ages).size).toBe(7);
    expect(learner.strategy.pending.some(({ id }) => id === "b139")).toBe(true);
    expect(batchesDueForCredit(learner, START_MS + 7 * dayMs, parameters)).toContain("b0");
  });

  it("corrects the first credit when the reviews are known, and removes the batch", () => {
    const opened = openedBatch(0.4);
    const words = [outcome({ isCorrect: true }), outcome({ isCorrect: false })];
    const first = creditBatch(opened, { batchId: "b" }, parameters);
    const last = creditBatch(first, { batchId: "b", words }, parameters);
    // Half of the words right at a target of 0.9: (0.5 − 0.9) / 0.5 = −0.8.
    const expected = 0.5 * 0.4 + 0.5 * -0.8;
    expect(first.strategy.pending[0]?.credited).toBeCloseTo(0.4, 12);
    expect(last.strategy.pending).toEqual([]);
    expect(last.strategy.creditedBatches).toBe(1);
    expect(last.strategy.history).toHaveLength(1);
    expect(last.strategy.history[0]?.[12]).toBe(Math.round(1000 * expected));
    expect(last.strategy.bandit?.response[0]).toBeCloseTo(expected, 4);
  });

  it("uses the predicted recall in place of a review that came too late", () => {
    const late = outcome({ isCorrect: false, reviewedAtMs: START_MS + 8 * 86_400_000 });
    const credit = (words: WordOutcome[]) =>
      creditBatch(openedBatch(0.4), { batchId: "b", words }, parameters).strategy.meanReward;
    expect(credit([late])).toBeCloseTo(credit([outcome({})]), 12);
    const longHorizon = withParameters(parameters, { "credit.horizonDays": 30 });
    const credited = creditBatch(openedBatch(0.4), { batchId: "b", words: [late] }, longHorizon);
    expect(credited.strategy.meanReward).toBeLessThan(credit([late]));
  });

  it("counts only the share of a batch that was answered", () => {
    const half = { batchId: "b", completionShare: 0.5 };
    const credited = creditBatch(openedBatch(0.4), half, parameters);
    expect(credited.strategy.meanReward).toBeCloseTo(0.2, 12);
  });

  it("ignores unknown batches and removes those without an answer", () => {
    const opened = openedBatch(null);
    expect(creditBatch(opened, { batchId: "other" }, parameters)).toBe(opened);
    const dropped = creditBatch(opened, { batchId: "b" }, parameters).strategy;
    expect(dropped.pending).toEqual([]);
    expect(dropped.creditedBatches).toBe(0);
  });

  it("makes a batch due for its final credit once the horizon has passed", () => {
    const opened = openedBatch(0.4);
    expect(batchesDueForCredit(opened, START_MS + 6 * 86_400_000, parameters)).toEqual([]);
    expect(batchesDueForCredit(opened, START_MS + 7 * 86_400_000, parameters)).toEqual(["b"]);
  });
});

/** A batch of one answer with the given reward; null for a batch without answers. */
function openedBatch(reward: number | null): LearnerState {
  const situation = { atMs: START_MS, seed: 3, key: "b", backlog: null, session: {} };
  const decision = decideStrategy(experienced(), situation, parameters);
  const batch = { id: "b", atMs: START_MS, unit: 1, decision, explained };
  const opened = { ...openBatch(experienced(), batch) };
  if (reward !== null) addBatchReward(opened, "b", reward);
  return opened;
}

function outcome(change: Partial<WordOutcome>): WordOutcome {
  return {
    targetRecall: 0.9,
    isCorrect: null,
    reviewedAtMs: START_MS + 86_400_000,
    predictedRecall: 0.8,
    stabilityGain: 0,
    seconds: 5,
    ...change,
  };
}
