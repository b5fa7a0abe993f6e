import { describe, expect, it } from "vitest";
import { hash32 } from "../numeric/random.ts";
import { sigmoid } from "../numeric/scalar.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import {
  correctLogit,
  createHead,
  headLine,
  headPrior,
  headSpread,
  learnHead,
  uncorrectLogit,
} from "./correction-head.ts";
import type { HeadSet } from "./head-state.ts";
import { newSignals, type Signals } from "./head-signals.ts";
import { readOutOf } from "./read-out.ts";

// What we check: that the head starts as its prior, learns a learner's bias and a signal's weight
// from answers, and that its map on the logit is invertible.
const parameters = defaultParameters();
const wide = withParameters(parameters, { "correction.priorSd": 0.5 });
const prior = headPrior(wide.correction);
const flat = headPrior(
  withParameters(wide, {
    "correction.weightLastTime": 0,
    "correction.weightRecentTime": 0,
    "correction.weightLastWrong": 0,
    "correction.weightFailureShare": 0,
    "correction.weightTodayAccuracy": 0,
    "correction.weightRecentAccuracy": 0,
  }).correction,
);

function signals(change: Partial<Record<number, number>> = {}): Signals {
  return newSignals().map((_, j) => change[j] ?? 0);
}

/** Trains a head on answers whose true logit is known. */
function taught(answers: number, truth: (i: number) => number, at: (i: number) => Signals) {
  let set: HeadSet = createHead().long;
  for (let i = 0; i < answers; i++) {
    const given = at(i);
    const line = headLine(set, flat, given);
    const outcome = hash32(3, i, 0, "y") < sigmoid(truth(i)) ? 1 : 0;
    set = learnHead(set, flat, { signals: given, line, logit: 1 }, outcome);
  }
  return set;
}

describe("the correction head", () => {
  it("starts with the prior coefficients", () => {
    const line = headLine(createHead().long, prior, signals({ 0: 2 }));
    const weight = wide.correction.weightLastTime;
    expect(line.linearOffset).toBeCloseTo(2 * weight, 12);
    expect(line.slope).toBe(1);
    expect(headLine(createHead().long, flat, signals({ 0: 2 })).offset).toBe(0);
  });

  it("learns that a learner does worse than the curve predicts", () => {
    const set = taught(
      600,
      () => 0,
      () => signals(),
    );
    const line = headLine(set, flat, signals());
    const shown = correctLogit(line, 1, 1.5);
    expect(shown).toBeGreaterThan(-0.35);
    expect(shown).toBeLessThan(0.35);
  });

  it("learns the weight of a signal", () => {
    const x = (i: number) => 4 * hash32(5, i, 0, "x") - 2;
    const set = taught(
      1500,
      (i) => 1 + 0.8 * x(i),
      (i) => signals({ 4: x(i) }),
    );
    const low = headLine(set, flat, signals({ 4: -1.6 })).offset;
    const high = headLine(set, flat, signals({ 4: 1.6 })).offset;
    expect((high - low) / 3.2).toBeGreaterThan(0.5);
    expect((high - low) / 3.2).toBeLessThan(1.1);
  });

  it("becomes more certain with answers", () => {
    const asked = signals({ 4: 1 });
    const before = headSpread(createHead().long, flat, asked);
    const after = headSpread(
      taught(
        200,
        () => 1,
        () => asked,
      ),
      flat,
      asked,
    );
    expect(after).toBeLessThan(before / 2);
  });

  it("keeps its slope positive under any answers", () => {
    let set: HeadSet = createHead().long;
    for (let i = 0; i < 500; i++) {
      const line = headLine(set, flat, signals());
      // A learner who knows best the words with the lowest predicted recall.
      const logit = i % 2 === 0 ? 3 : -3;
      set = learnHead(set, flat, { signals: signals(), line, logit }, i % 2);
    }
    expect(headLine(set, flat, signals()).slope).toBeGreaterThanOrEqual(flat.slopeMin);
  });

  it.each([-5, -1, 0, 0.3, 2, 6])("undoes its map at logit %d, clamped or not", (logit) => {
    for (const offset of [-3, -0.4, 0, 0.4, 3]) {
      const line = { slope: 0.8, offset, linearSlope: 1, linearOffset: 0, tableOffset: 0 };
      expect(uncorrectLogit(line, correctLogit(line, logit, 1.5), 1.5)).toBeCloseTo(logit, 10);
    }
  });
});

describe("the read-out", () => {
  const facts = { id: "w", text: "word", difficulty: 0 };

  it("is null if every setting is neutral", () => {
    expect(readOutOf(parameters.memoryModel, facts, 5)).toBeNull();
  });

  it("shifts by difficulty when it is known, 0 included", () => {
    const rules = withParameters(parameters, { "memoryModel.difficultyLogitWeight": 0.1 });
    expect(readOutOf(rules.memoryModel, facts, 5)?.shift).toBeCloseTo(0.1 * (5 - 1), 12);
    expect(readOutOf(rules.memoryModel, { ...facts, difficulty: null }, 5)).toBeNull();
  });
});
