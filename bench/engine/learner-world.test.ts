import { defaultParameters, withParameters } from "@wordloom/engine";
import { describe, expect, it } from "vitest";
import { openSchool } from "./learner-book.ts";
import { liveAsLearner } from "./learner-world.ts";
import { DAY_MS, endSession, nextBatch, openAccount, settle, takeAnswer } from "./small-service.ts";

// What we check: that the engine is asked as the service asks it, and that the counts are right.
const parameters = defaultParameters();
const facts = openSchool(50, 1).book.map((word) => word.facts);

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

describe("the service in small", () => {
  it("credits a batch once when it ends, and once more when its time has come", () => {
    const { account } = studied();
    expect(account.learner.strategy.creditedBatches).toBe(1);
    expect(settle(account, 2 * DAY_MS)).toBe(0);
    expect(settle(account, 9 * DAY_MS)).toBe(1);
    expect(settle(account, 9 * DAY_MS)).toBe(0);
    expect(account.learner.strategy.creditedBatches).toBe(1);
    expect(account.learner.strategy.pending).toEqual([]);
  });

  it("keeps the ratings of words for everybody", () => {
    const { account, wordIds } = studied();
    expect([...account.ratings.keys()].toSorted()).toEqual(wordIds.toSorted());
    expect([...account.ratings.values()].every(({ games }) => games === 1)).toBe(true);
  });

  it("knows how many words are due on which day", () => {
    const { account, wordIds } = studied();
    const planned = Object.values(account.dueByDay).reduce((sum, count) => sum + count, 0);
    expect(planned).toBe(new Set(wordIds).size);
  });
});

describe("liveAsLearner", () => {
  const size = { seed: 30_000, days: 3 };

  it("is repeated by the seed, and the next learner finds the ratings of the one before", () => {
    const school = openSchool(2000, 1);
    const one = liveAsLearner({ parameters }, school, size);
    expect(liveAsLearner({ parameters }, openSchool(2000, 1), size)).toEqual(one);
    expect(one.first.every(({ met }) => met === 0)).toBe(true);
    expect(one.first).toHaveLength(one.started);
    const next = liveAsLearner({ parameters }, school, size);
    expect(next.first.some(({ met }) => met === 1)).toBe(true);
  });

  it("gives the share of new words that is asked for", () => {
    const half = withParameters(parameters, { "learningStrategy.sprintNewRatio": 0.5 });
    const session = { masteredCount: 1, targetMasteryCount: 1 };
    const request = { session, dueBacklogSeconds: 0 };
    const terms = { parameters: half, request, offered: 1000 };
    const { started, answers } = liveAsLearner(terms, openSchool(2000, 1), size);
    // A tired learner is given fewer.
    expect(started / answers).toBeGreaterThan(0.35);
    expect(started / answers).toBeLessThan(0.6);
  });
});
