import { describe, expect, it } from "vitest";
import { modelOf } from "../model.ts";
import {
  defaultParameters,
  type EngineParameters,
  withParameters,
} from "../parameters/parameters.ts";
import { wordFacts } from "../testing/scripted-learner.ts";
import type { GradeDecision } from "./answer-grade.ts";
import { coreOf } from "./fsrs-core.ts";
import { packModeTraces, tracesOf, transferToOthers } from "./mode-traces.ts";
import { bufferTaus } from "./short-term.ts";
import { firstTrace, nextTrace, realizedShare } from "./trace-update.ts";
import { createMemory, pushOutcome, recentAccuracy, type Trace } from "./word-memory.ts";

// What we check: the short-term component, the realized share, the priors of a word, and the
// transfer between question modes.
const DAY_MS = 86_400_000;
const parameters = defaultParameters();
const { core } = modelOf(parameters);
const rules = parameters.shortTerm;
const graded = (grade: 1 | 2 | 3 | 4): GradeDecision => ({ grade, shares: null });

function first(grade: 1 | 3, given: EngineParameters = parameters, facts = wordFacts("w")): Trace {
  return firstTrace(core, { atMs: 0, decision: graded(grade), share: 1 }, given, facts).trace;
}

function next(before: Trace, grade: 1 | 3, atMs: number, share = 1): Trace {
  return nextTrace(core, before, { atMs, decision: graded(grade), share }, parameters).trace;
}

describe("soft grades", () => {
  it("keep difficulty within 1 to 10, even if a mean of ones rounds below 1", () => {
    // With these weights every grade leads to 1.
    const gentle = coreOf(core.w.with(6, 0.001).with(7, 0.75), 0);
    const easy = { ...first(3), difficulty: 1 };
    for (let i = 1; i < 500; i++) {
      const [hard, good] = [i / 1000, 0.3 + i / 3000];
      const decision: GradeDecision = { grade: 3, shares: [hard, good, 1 - hard - good] };
      const soft = nextTrace(gentle, easy, { atMs: DAY_MS, decision, share: 1 }, parameters).trace;
      expect(soft.difficulty).toBeGreaterThanOrEqual(1);
    }
  });
});

describe("the short-term component", () => {
  it("starts with the first answer", () => {
    expect(first(3).encoded).toBe(rules.encodeFirstSuccess);
    expect(first(3).buffer).toBe(rules.bufferLevelSuccess);
    expect(first(1).encoded).toBe(rules.encodeFirstFailure);
    expect(first(1).buffer).toBe(rules.bufferLevelFailure);
  });

  it("is encoded further by each success of the day and fully after a night", () => {
    const again = next(first(1), 3, 60_000);
    const gain = rules.encodeGain * (1 - rules.encodeFirstFailure);
    expect(again.encoded).toBeCloseTo(rules.encodeFirstFailure + gain, 12);
    expect(again.sameDay).toBe(1);
    expect(next(again, 3, DAY_MS)).toMatchObject({ encoded: 1, sameDay: 0 });
  });

  it("loses a share with a lapse, but not below a first failure", () => {
    const known = next(first(3), 3, DAY_MS);
    const lapsed = next(known, 1, 3 * DAY_MS);
    expect(lapsed.encoded).toBe(rules.encodeLapse);
    let trace = lapsed;
    for (let i = 1; i <= 9; i++) trace = next(trace, 1, 3 * DAY_MS + i);
    expect(trace.encoded).toBe(rules.encodeFirstFailure);
  });

  it("lasts longer with each success of the day, up to five", () => {
    const taus = bufferTaus(parameters);
    expect(taus).toHaveLength(6);
    expect((taus[5] ?? 0) / (taus[0] ?? 1)).toBeCloseTo(rules.tauGrowth ** 5, 10);
    let trace = first(3);
    for (let i = 1; i <= 8; i++) trace = next(trace, 3, i * 60_000);
    expect(trace.sameDay).toBe(5);
  });
});

describe("the realized share", () => {
  const memory = parameters.memoryModel;

  it("is 1 by default", () => {
    expect(realizedShare(memory, true, 1, 0)).toBe(1);
    const half = withParameters(parameters, {
      "memoryModel.alphaScale": 0.5,
      "memoryModel.alphaMin": 0.1,
    });
    expect(realizedShare(half.memoryModel, true, 1, 0)).toBe(0.5);
  });

  it("ramps up with the streak, or with the lapses", () => {
    const ramped = withParameters(parameters, {
      "memoryModel.alphaRampTau": 2,
      "memoryModel.alphaLapseRampTau": 2,
    }).memoryModel;
    const shares = [1, 2, 5, 50].map((streak) => realizedShare(ramped, true, streak, 9));
    expect(shares[0]).toBeCloseTo(0.3, 12);
    expect(shares[1]).toBeCloseTo(1 - 0.7 * Math.exp(-0.5), 12);
    expect(shares[3]).toBeCloseTo(1, 6);
    expect(realizedShare(ramped, false, 9, 1)).toBeCloseTo(0.3, 12);
  });

  it("moves stability and difficulty part of the way", () => {
    const start = first(3);
    const whole = next(start, 3, 2 * DAY_MS);
    const half = next(start, 3, 2 * DAY_MS, 0.5);
    expect(half.stability).toBeCloseTo((start.stability + whole.stability) / 2, 10);
    expect(half.difficulty).toBeCloseTo((start.difficulty + whole.difficulty) / 2, 10);
  });
});

describe("the priors of a word", () => {
  const prior = withParameters(parameters, {
    "memoryModel.coldStartSLenWeight": 0.5,
    "memoryModel.coldStartDMorphWeight": 1,
    "memoryModel.coldStartSExtdWeight": 0.9,
  });
  const plain = first(3);
  const facts = wordFacts("w");

  it("do not change a word of reference length and unknown parts", () => {
    const usual = { ...facts, text: "sevenxx" };
    expect(first(3, prior, usual)).toEqual(plain);
  });

  it("reduce the stability of a long word, at most by the scale", () => {
    const long = { ...facts, text: "elevenxxxxx" };
    const longer = { ...facts, text: "x".repeat(40) };
    expect(first(3, prior, long).stability).toBeCloseTo(plain.stability * Math.exp(-0.5), 10);
    expect(first(3, prior, longer).stability).toBe(first(3, prior, long).stability);
  });

  it("are lower for a word with known parts and higher for an externally hard one", () => {
    const parts = { ...facts, text: "sevenxx", morphemes: { known: 1, total: 2 } };
    expect(first(3, prior, parts).difficulty).toBeCloseTo(plain.difficulty - 0.5, 10);
    const single = { ...parts, morphemes: { known: 1, total: 1 } };
    expect(first(3, prior, single).difficulty).toBe(plain.difficulty);
    const hard = { ...facts, text: "sevenxx", externalDifficulty: 10 };
    expect(first(3, prior, hard).stability).toBeCloseTo(plain.stability * Math.exp(-0.5), 10);
  });
});

describe("traces by question mode", () => {
  const multi = withParameters(parameters, { "featureFlags.multiTraceEnabled": true });
  const old = first(3);
  const memory = { ...createMemory("w"), trace: old };

  it("begin with the single trace stored before", () => {
    expect(tracesOf(memory)).toEqual({ "word-to-meaning": old });
  });

  it("transfer half of an update to the other modes", () => {
    const answer = { atMs: 2 * DAY_MS, decision: graded(3), share: 1 };
    const own = firstTrace(core, answer, multi, null).trace;
    const traces = transferToOthers(core, memory, "meaning-to-word", own, answer, multi);
    const whole = nextTrace(core, old, answer, multi).trace;
    const other = traces["word-to-meaning"];
    expect(other?.stability).toBeCloseTo((old.stability + whole.stability) / 2, 10);
    expect(other?.lastAtMs).toBe(DAY_MS);
    expect(traces["meaning-to-word"]).toBe(own);
    expect(packModeTraces(traces).trace.stability).toBeCloseTo(own.stability, 4);
  });
});

describe("the window of outcomes", () => {
  it("counts its outcomes, even if it spans more than one number", () => {
    for (const window of [5, 20, 24, 60]) {
      let outcomes: number[] = [];
      const all: boolean[] = [];
      for (let i = 0; i < 100; i++) {
        const correct = i % 3 !== 0;
        outcomes = pushOutcome(outcomes, correct, window);
        all.push(correct);
        const counted = all.slice(-window);
        const share = counted.filter(Boolean).length / counted.length;
        expect(recentAccuracy(outcomes, all.length, window)).toBeCloseTo(share, 12);
      }
    }
  });
});
