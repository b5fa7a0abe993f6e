import { describe, expect, it } from "vitest";
import { openLearnerBook } from "./learner-book.ts";
import {
  ask,
  createLearnerModel,
  firmWords,
  knownWords,
  type LearnerModel,
} from "./learner-model.ts";

// The rules by which simulated learners answer.
const HARD = { difficulty: 0.5, minutes: 0 };

function mindWith(words: number): LearnerModel {
  const model = createLearnerModel(7);
  for (let i = 0; i < words; i++) ask(model, { ...HARD, wordId: `w${i}`, day: 0 });
  return model;
}

/** Mean truth and seconds when the same words are asked ten days later. */
function askedLater(minutes: number): { truth: number; seconds: number } {
  const model = mindWith(400);
  let [truth, seconds] = [0, 0];
  for (let i = 0; i < 400; i++) {
    const answered = ask(model, { ...HARD, wordId: `w${i}`, day: 10, minutes });
    truth += answered.truth / 400;
    seconds += answered.seconds / 400;
  }
  return { truth, seconds };
}

describe("a simulated learner", () => {
  it("is reproducible by its seed", () => {
    expect(mindWith(20).words).toEqual(mindWith(20).words);
    expect(createLearnerModel(8).memory.weights).not.toEqual(createLearnerModel(7).memory.weights);
  });

  it("guesses one in four unknown words", () => {
    const model = createLearnerModel(7);
    const hopeless = { difficulty: 1000, minutes: 0, day: 0 };
    const answers = Array.from({ length: 2000 }, (_, i) =>
      ask(model, { ...hopeless, wordId: `w${i}` }),
    );
    expect(answers.every(({ truth }) => truth === 0.25)).toBe(true);
    expect(answers.filter(({ isCorrect }) => isCorrect).length / 2000).toBeCloseTo(0.25, 1);
  });

  it("does not learn from a right guess", () => {
    const model = createLearnerModel(7);
    for (let i = 0; i < 50; i++) {
      ask(model, { wordId: `w${i}`, difficulty: 1000, day: 0, minutes: 0 });
    }
    const failed = model.memory.first(1).stability;
    const stabilities = [...model.words.values()].map(({ state }) => state.stability);
    expect(new Set(stabilities)).toEqual(new Set([failed]));
  });

  it("recalls less and takes longer when tired", () => {
    const [rested, tired] = [askedLater(0), askedLater(30)];
    expect(tired.truth).toBeLessThan(rested.truth);
    expect(tired.seconds).toBeGreaterThan(rested.seconds);
  });

  it("forgets, and keeps stable words longest", () => {
    const model = mindWith(100);
    expect(knownWords(model, 0)).toBeCloseTo(100, 6);
    expect(knownWords(model, 60)).toBeLessThan(knownWords(model, 10));
    expect(firmWords(model, 0)).toBe(100);
    expect(firmWords(model, 40_000)).toBe(0);
  });
});

describe("openLearnerBook", () => {
  it("has printed difficulties near the true ones, within the scale", () => {
    const { book } = openLearnerBook(2000, 1);
    const off = book.map(({ facts, hidden }) => (facts.difficulty ?? 2) - hidden);
    const sd = Math.sqrt(off.reduce((sum, x) => sum + x * x, 0) / off.length);
    expect(sd).toBeGreaterThan(0.1);
    expect(sd).toBeLessThan(0.15);
    const printed = book.map(({ facts }) => facts.difficulty ?? 2);
    expect(Math.min(...printed)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...printed)).toBeLessThanOrEqual(1);
    expect(openLearnerBook(3, 1)).toEqual(openLearnerBook(3, 1));
  });
});
