import { describe, expect, it } from "vitest";
import { defaultParameters } from "../parameters/parameters.ts";
import { createLearner } from "./create-learner.ts";
import type { Mood } from "./learner-types.ts";
import { engagementOf, type MoodSignal, rawMood } from "./mood.ts";
import { nextAverages, trendsOf } from "./trend.ts";

// What we check: how each value starts, moves and ends over simple scripted sequences: long runs,
// long sessions, long pauses.
const parameters = defaultParameters();
const start = createLearner(1, 0).mood;
const usual: MoodSignal = {
  gapSecs: 10,
  isCorrect: true,
  isQuit: false,
  slowness: 0,
  expected: 0.8,
  engagement: null,
  ece: 0,
};

function after(count: number, change: (i: number) => Partial<MoodSignal>, mood = start): Mood {
  let state = mood;
  for (let i = 0; i < count; i++) {
    state = rawMood(state, { ...usual, ...change(i) }, parameters);
  }
  return state;
}

describe("fatigue", () => {
  const steady = () => ({ expected: 1 });

  it("reaches about 0.45 after half an hour and 0.70 after an hour of steady work", () => {
    expect(after(180, steady).fatigue).toBeGreaterThan(0.42);
    expect(after(180, steady).fatigue).toBeLessThan(0.48);
    expect(after(360, steady).fatigue).toBeGreaterThan(0.67);
    expect(after(360, steady).fatigue).toBeLessThan(0.73);
  });

  it("does not depend on how many questions fit into the time", () => {
    const often = after(360, () => ({ gapSecs: 5, expected: 1 }));
    const seldom = after(60, () => ({ gapSecs: 30, expected: 1 }));
    expect(often.fatigue).toBeCloseTo(seldom.fatigue, 2);
  });

  it("grows faster for a learner who slows down or fails", () => {
    const calm = after(60, () => ({})).fatigue;
    expect(after(60, () => ({ slowness: 1.5 })).fatigue).toBeGreaterThan(calm + 0.1);
    expect(after(60, () => ({ isCorrect: false })).fatigue).toBeGreaterThan(calm + 0.1);
  });

  it("decays in a short pause and is 0 after a long one", () => {
    const tired = { ...start, fatigue: 0.8 };
    const rest = (gapSecs: number) => after(1, () => ({ gapSecs, expected: 1 }), tired).fatigue;
    expect(rest(100)).toBeGreaterThan(0.8);
    expect(rest(900)).toBeCloseTo(0.8 * Math.exp(-1) * 0.96 + 0.04, 2);
    expect(rest(1800)).toBeCloseTo(0.04, 10);
  });

  it("jumps when the learner quits", () => {
    const before = after(10, () => ({}));
    const quit = after(1, () => ({ isQuit: true, gapSecs: 0, expected: 0 }), before);
    expect(quit.fatigue - before.fatigue).toBeCloseTo(0.2, 1);
  });
});

describe("motivation", () => {
  it("rises above 0.95 in a long run, and falls below −0.95 in a run of errors", () => {
    expect(after(60, () => ({})).motivation).toBeGreaterThan(0.95);
    expect(after(60, () => ({ isCorrect: false })).motivation).toBeLessThan(-0.95);
  });

  it("falls with a quit", () => {
    const quit = after(1, () => ({ isQuit: true, isCorrect: true }));
    expect(quit.motivation).toBeCloseTo(-0.1, 10);
  });
});

describe("attention", () => {
  const given = { wordId: "w", atMs: 0, isCorrect: true, responseTimeMs: 1 };
  const answer = { ...given, utcOffsetMinutes: 0, dayStartHour: 0 };

  it("is unchanged without telemetry, unless the answer is a lapse", () => {
    expect(engagementOf(answer, 0, parameters.modeling)).toBeNull();
    expect(engagementOf(answer, 2.6, parameters.modeling)).toBe(0.75);
    expect(after(30, () => ({})).attention).toBe(0.7);
  });

  it("falls with pauses, switches and lost focus, and recovers halfway overnight", () => {
    const distracted = { ...answer, pauseCount: 2, switchCount: 3, focusLossMs: 20_000 };
    const engagement = engagementOf(distracted, 0, parameters.modeling);
    expect(engagement).toBeCloseTo(1 - 0.1 - 0.3 - 0.2, 10);
    const low = after(40, () => ({ engagement: 0.1 }));
    expect(low.attention).toBeCloseTo(0.1, 3);
    const night = after(1, () => ({ gapSecs: 30_000 }), low);
    expect(night.attention).toBeCloseTo((0.1 + 0.7) / 2, 3);
  });
});

describe("confidence", () => {
  it("starts at its minimum, grows with informative answers, and falls with miscalibration", () => {
    expect(start.confidence).toBe(0.1);
    const even = after(40, () => ({ expected: 0.5 })).confidence;
    const sure = after(40, () => ({ expected: 0.98 })).confidence;
    expect(even).toBeGreaterThan(0.7);
    expect(sure).toBeLessThan(even);
    expect(after(40, () => ({ expected: 0.5, ece: 0.25 })).confidence).toBeLessThan(0.5);
  });
});

describe("trends", () => {
  const rules = parameters.modeling;
  const run = (levels: number[]) => {
    let averages = createLearner(1, 0).averages;
    for (const level of levels) averages = nextAverages(averages, level, -level, level, rules);
    return trendsOf(averages, rules.trendGain);
  };

  it("are zero at a constant level", () => {
    const flat = run(new Array<number>(400).fill(0.8));
    expect(flat.accuracyTrend).toBeCloseTo(0, 6);
    expect(flat.speedTrend).toBeCloseTo(0, 6);
    expect(flat.engagementTrend).toBeCloseTo(0, 6);
  });

  it("are positive while a level rises and negative while it falls", () => {
    const flat = new Array<number>(400).fill(0.5);
    const rising = run([...flat, ...new Array<number>(10).fill(0.9)]);
    expect(rising.accuracyTrend).toBeGreaterThan(0.2);
    expect(rising.speedTrend).toBeLessThan(-0.2);
    expect(rising.engagementTrend).toBeGreaterThan(0.2);
  });
});
