import { defaultParameters, withParameters } from "@wordloom/engine";
import { describe, expect, it } from "vitest";
import { openLearnerBook } from "./learner-book.ts";
import { simulateLearner } from "./learner-world.ts";
import {
  DAY_MS,
  endSession,
  nextBatch,
  openAccount,
  settleRewards,
  takeAnswer,
} from "./small-service.ts";

// The simulation uses the engine as the service does, and its counts are right.
const parameters = defaultParameters();
const facts = openLearnerBook(50, 1).book.map((word) => word.facts);

/** One batch, all of it answered, and the session closed. */
function studied() {
  const account = openAccount({ parameters }, new Map());
  const wordIds = nextBatch(account, facts, DAY_MS);
  for (const [i, id] of wordIds.entries()) {
    const word = facts.find((one) => one.id === id) as (typeof facts)[number];
    takeAnswer(account, { word, atMs: DAY_MS + i * 5000, isCorrect: true, seconds: 3 });
  }
  const endedAtMs = DAY_MS + 60_000;
  const summary = { accuracy: 1, avgResponseTimeMs: 3000, risenWords: 0 };
  endSession(account, { startedAtMs: DAY_MS, endedAtMs, ...summary });
  return { account, wordIds };
}

describe("the simulated service", () => {
  it("credits a batch once when it ends, and again when its reviews are due", () => {
    const { account } = studied();
    expect(account.learner.strategy.creditedBatches).toBe(1);
    expect(settleRewards(account, 2 * DAY_MS)).toBe(0);
    expect(settleRewards(account, 9 * DAY_MS)).toBe(1);
    expect(settleRewards(account, 9 * DAY_MS)).toBe(0);
    expect(account.learner.strategy.creditedBatches).toBe(1);
    expect(account.learner.strategy.pending).toEqual([]);
  });

  it("shares the ratings of words between learners", () => {
    const { account, wordIds } = studied();
    expect([...account.ratings.keys()].toSorted()).toEqual(wordIds.toSorted());
    expect([...account.ratings.values()].every(({ games }) => games === 1)).toBe(true);
  });

  it("counts the words due on each day", () => {
    const { account, wordIds } = studied();
    const planned = Object.values(account.dueByDay).reduce((sum, count) => sum + count, 0);
    expect(planned).toBe(new Set(wordIds).size);
  });
});

describe("simulateLearner", () => {
  const size = { seed: 30_000, days: 3 };

  it("is reproducible by its seed, and the next learner continues with the ratings", () => {
    const book = openLearnerBook(2000, 1);
    const one = simulateLearner({ parameters }, book, size);
    expect(simulateLearner({ parameters }, openLearnerBook(2000, 1), size)).toEqual(one);
    expect(one.first.every(({ met }) => met === 0)).toBe(true);
    expect(one.first).toHaveLength(one.started);
    const next = simulateLearner({ parameters }, book, size);
    expect(next.first.some(({ met }) => met === 1)).toBe(true);
  });

  it("gives the configured share of new words", () => {
    const half = withParameters(parameters, { "learningStrategy.sprintNewRatio": 0.5 });
    const session = { masteredCount: 1, targetMasteryCount: 1 };
    const request = { session, dueBacklogSeconds: 0 };
    const terms = { parameters: half, request, offered: 1000 };
    const { started, answers } = simulateLearner(terms, openLearnerBook(2000, 1), size);
    // A tired learner gets fewer.
    expect(started / answers).toBeGreaterThan(0.35);
    expect(started / answers).toBeLessThan(0.6);
  });
});
