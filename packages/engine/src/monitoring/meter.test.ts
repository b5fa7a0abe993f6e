import { describe, expect, it } from "vitest";
import { selectWords } from "../selection/select-words.ts";
import { answerIn, START_MS, startScript, wordFacts } from "../testing/scripted-learner.ts";
import { createMeter } from "./meter.ts";

// What we check: that time is attributed to the right algorithm, and that all algorithms are
// measured when a meter is passed. How: a clock that the test advances.
describe("a meter", () => {
  it("measures each lap, with quantiles to within a quarter", () => {
    let nowMs = 0;
    const meter = createMeter(() => nowMs);
    for (let i = 1; i <= 100; i++) {
      meter.start();
      nowMs += i / 1000;
      meter.lap("mdm");
    }
    meter.fail("mdm");
    const { mdm, rating } = meter.read();
    expect(mdm).toMatchObject({ calls: 100, errors: 1 });
    expect(mdm.totalUs).toBeCloseTo(5050, 6);
    expect(mdm.p50Us / 50).toBeGreaterThan(0.99);
    expect(mdm.p50Us / 50).toBeLessThan(1.27);
    expect(mdm.p99Us / 99).toBeLessThan(1.27);
    expect(rating).toEqual({ calls: 0, totalUs: 0, errors: 0, p50Us: 0, p95Us: 0, p99Us: 0 });
  });

  it("measures answers and batches without changing results", () => {
    let nowMs = 0;
    const meter = createMeter(() => (nowMs += 0.001));
    const measured = startScript();
    const plain = startScript();
    for (let i = 0; i < 3; i++) {
      const context = { meter };
      const outcome = answerIn(measured, "w1", 60 * 24, {}, context);
      expect(outcome).toEqual(answerIn(plain, "w1", 60 * 24));
    }
    const candidates = [{ word: wordFacts("n"), memory: null, rating: null }];
    const request = { nowMs: START_MS, key: "k", seed: 1, exclude: [], shown: [], meter };
    selectWords(measured.learner, candidates, request, measured.parameters);
    const calls = Object.fromEntries(
      Object.entries(meter.read()).map(([name, stats]) => [name, stats.calls]),
    );
    expect(calls).toEqual({
      heuristic: 1,
      ige: 1,
      swd: 1,
      ensemble: 1,
      mdm: 3,
      mastery: 3,
      interval: 3,
      selection: 1,
      rating: 3,
      head: 3,
    });
  });
});
