import { describe, expect, it } from "vitest";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { nextPhase } from "./cold-start.ts";
import {
  abilityCertainty,
  createUserRating,
  createWordRating,
  expectedScore,
  rateElo,
  type RatingEvidence,
} from "./elo-rating.ts";
import type { RatingState } from "./rating-state.ts";

// What we check: which rating rises and by how much, when an answer does not count, and when the
// cold start ends.
const parameters = defaultParameters();
const user = createUserRating(parameters);
const word = createWordRating({ id: "w", text: "word", difficulty: 0.5 }, parameters);
const first: RatingEvidence = {
  isCorrect: true,
  firstExposure: true,
  expected: 0.5,
  guess: 0,
  rapidGuess: false,
  repeatedToday: false,
  netShift: 0,
};
const rate = (change: Partial<RatingEvidence>, rules = parameters) =>
  rateElo(user, word, { ...first, ...change }, rules);

describe("rateElo", () => {
  it("starts a word by its difficulty", () => {
    const startAt = (difficulty: number | null) =>
      createWordRating({ id: "w", text: "w", difficulty }, parameters).elo;
    expect([0, 0.5, 1, null].map(startAt)).toEqual([1000, 1200, 1400, 1200]);
  });

  it("moves learner and word apart by their steps at even odds", () => {
    const { user: stronger, word: easier } = rate({});
    // K 32 doubled for a novice; the word's 16 doubled while it is young.
    expect(stronger.elo - user.elo).toBeCloseTo(32, 10);
    expect(easier.elo - word.elo).toBeCloseTo(-16, 10);
  });

  it("gives a guessed success less credit", () => {
    expect(rate({ guess: 0.25 }).user.elo).toBeLessThan(rate({}).user.elo);
  });

  it("weights a same-day answer 0, a rapid guess half, a nearly certain outcome little", () => {
    const gain = (change: Partial<RatingEvidence>) => rate(change).user.elo - user.elo;
    const known = { firstExposure: false };
    expect(gain({ ...known, repeatedToday: true })).toBe(0);
    expect(gain({ rapidGuess: true })).toBeCloseTo(gain({}) / 2, 10);
    const lost = (expected: number) => -gain({ ...known, expected, isCorrect: false });
    expect(lost(0.99)).toBeLessThan(lost(0.5));
    expect(lost(0.99)).toBeGreaterThan(0);
  });

  it("limits the shift of a word by one learner to four steps", () => {
    let state: RatingState = word;
    let netShift = 0;
    for (let i = 0; i < 200; i++) {
      const next = rateElo(user, state, { ...first, isCorrect: false, netShift }, parameters);
      netShift += next.word.elo - state.elo;
      state = { ...next.word, games: 0 };
    }
    expect(netShift).toBeCloseTo(4 * 32, 6);
  });

  it("stays within its bounds", () => {
    const top = { ...user, elo: parameters.elo.maxElo };
    expect(rateElo(top, { ...word, elo: 2400 }, first, parameters).user.elo).toBe(2400);
  });

  it("refreshes the rating used by selection only periodically with parallel chains", () => {
    const parallel = withParameters(parameters, { "elo.parallelEloEnabled": true });
    let state: RatingState = word;
    for (let i = 1; i <= 8; i++) {
      state = rateElo(user, state, first, parallel).word;
      expect(state.shownElo === state.elo).toBe(i === 8);
    }
  });

  it("takes larger steps on a trend if the step is dynamic, and never smaller for a novice", () => {
    const dynamic = withParameters(parameters, { "elo.kDynamicEnabled": true });
    const at = (games: number, trend: number) =>
      rateElo({ ...user, games, trend }, word, first, dynamic).user.elo - user.elo;
    expect(at(0, 0)).toBeCloseTo(32, 10);
    expect(at(100, 0)).toBeCloseTo(0.8 * 16, 10);
    expect(at(100, -0.6)).toBeCloseTo(1.4 * 16, 10);
  });
});

describe("the cold start", () => {
  /** Answers needed until the ability is certain enough, all at the same odds. */
  function answersUntil(odds: number, certainty: number): number {
    const perAnswer = (Math.LN10 / 400) ** 2 * odds * (1 - odds);
    let answers = 0;
    while (abilityCertainty(answers * perAnswer, parameters.coldStart.abilityPriorSd) < certainty) {
      answers++;
    }
    return answers;
  }

  it("reaches the required certainty after 11 answers at even odds, 18 at 82 %", () => {
    expect(answersUntil(0.5, 0.6)).toBe(11);
    expect(answersUntil(0.82, 0.6)).toBe(18);
  });

  it.each([
    ["Classify", "Classify", 19, 0],
    ["Classify", "Explore", 20, 0],
    ["Explore", "Explore", 79, 0],
    ["Explore", null, 80, 0],
    ["Classify", "Classify", 4, 1],
    ["Classify", null, 5, 1],
    [null, null, 1, 0],
  ] as const)("from %s it goes to %s after %i answers with information %d", (from, to, n, info) => {
    expect(nextPhase(from, n, info, parameters)).toBe(to);
  });

  it("expects 0.5 at equal ratings", () => {
    expect(expectedScore(1200, 1200)).toBe(0.5);
    expect(expectedScore(1465, 1200)).toBeCloseTo(0.82, 2);
  });
});
