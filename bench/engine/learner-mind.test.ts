import { describe, expect, it } from "vitest";
import { openSchool } from "./learner-book.ts";
import { ask, createMind, firmWords, knownWords, type Mind } from "./learner-mind.ts";

// What we check: the rules by which simulated learners answer, not how well anybody teaches them.
const HARD = { difficulty: 0.5, minutes: 0 };

function mindWith(words: number): Mind {
  const mind = createMind(7);
  for (let i = 0; i < words; i++) ask(mind, { ...HARD, wordId: `w${i}`, day: 0 });
  return mind;
}

/** Mean truth and seconds of the same words asked ten days later. */
function askedLater(minutes: number): { truth: number; seconds: number } {
  const mind = mindWith(400);
  let [truth, seconds] = [0, 0];
  for (let i = 0; i < 400; i++) {
    const answered = ask(mind, { ...HARD, wordId: `w${i}`, day: 10, minutes });
    truth += answered.truth / 400;
    seconds += answered.seconds / 400;
  }
  return { truth, seconds };
}

describe("a simulated learner", () => {
  it("is repeated by the seed", () => {
    expect(mindWith(20).words).toEqual(mindWith(20).words);
    expect(createMind(8).memory.weights).not.toEqual(createMind(7).memory.weights);
  });

  it("guesses one in four of what is not known", () => {
    const mind = createMind(7);
    const hopeless = { difficulty: 1000, minutes: 0, day: 0 };
    const answers = Array.from({ length: 2000 }, (_, i) =>
      ask(mind, { ...hopeless, wordId: `w${i}` }),
    );
    expect(answers.every(({ truth }) => truth === 0.25)).toBe(true);
    expect(answers.filter(({ isCorrect }) => isCorrect).length / 2000).toBeCloseTo(0.25, 1);
  });

  it("does not take a right guess for knowledge", () => {
    const mind = createMind(7);
    for (let i = 0; i < 50; i++) {
      ask(mind, { wordId: `w${i}`, difficulty: 1000, day: 0, minutes: 0 });
    }
    const failed = mind.memory.first(1).stability;
    const stabilities = [...mind.words.values()].map(({ state }) => state.stability);
    expect(new Set(stabilities)).toEqual(new Set([failed]));
  });

  it("recalls less and takes longer when tired", () => {
    const [rested, tired] = [askedLater(0), askedLater(30)];
    expect(tired.truth).toBeLessThan(rested.truth);
    expect(tired.seconds).toBeGreaterThan(rested.seconds);
  });

  it("forgets, and keeps firm words longest", () => {
    const mind = mindWith(100);
    expect(knownWords(mind, 0)).toBeCloseTo(100, 6);
    expect(knownWords(mind, 60)).toBeLessThan(knownWords(mind, 10));
    expect(firmWords(mind, 0)).toBe(100);
    expect(firmWords(mind, 40_000)).toBe(0);
  });
});

describe("openSchool", () => {
  it("prints difficulties near the hidden ones, within the scale", () => {
    const { book } = openSchool(2000, 1);
    const off = book.map(({ facts, hidden }) => (facts.difficulty ?? 2) - hidden);
    const sd = Math.sqrt(off.reduce((sum, x) => sum + x * x, 0) / off.length);
    expect(sd).toBeGreaterThan(0.1);
    expect(sd).toBeLessThan(0.15);
    const printed = book.map(({ facts }) => facts.difficulty ?? 2);
    expect(Math.min(...printed)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...printed)).toBeLessThanOrEqual(1);
    expect(openSchool(3, 1)).toEqual(openSchool(3, 1));
  });
});
