import { describe, expect, it } from "vitest";
import { calibrationOf, type PredictedAnswers } from "./calibration.ts";

const answers = (predicted: number, right: number, wrong: number, weight = 1) =>
  [
    { isCorrect: true, count: right, weight: right * weight, predicted },
    { isCorrect: false, count: wrong, weight: wrong * weight, predicted },
  ].filter(({ count }) => count > 0) satisfies PredictedAnswers[];

describe("calibrationOf", () => {
  it("has no figures without answers, but all bins", () => {
    const { bins, ...figures } = calibrationOf([]);
    expect(figures).toEqual({ sampleSize: 0, logLoss: null, rmseBins: null, auc: null });
    expect(bins).toHaveLength(20);
    expect(bins[19]).toEqual({ from: 0.95, to: 1, predicted: null, observed: null, count: 0 });
  });

  it("matches figures computed by hand", () => {
    const { bins, ...figures } = calibrationOf([...answers(0.92, 8, 2), ...answers(0.52, 5, 5)]);
    const loss =
      -(8 * Math.log(0.92) + 2 * Math.log(0.08) + 5 * Math.log(0.52) + 5 * Math.log(0.48)) / 20;
    expect(figures.sampleSize).toBe(20);
    expect(figures.logLoss).toBeCloseTo(loss, 12);
    expect(figures.rmseBins).toBeCloseTo(Math.sqrt((0.12 ** 2 + 0.02 ** 2) / 2), 12);
    // Of 13 × 7 pairs, 8 × 5 are in the right order and 5 × 2 in the wrong one; the others are
    // ties.
    expect(figures.auc).toBeCloseTo((40 + (16 + 25) / 2) / 91, 12);
    expect(bins[18]).toMatchObject({ observed: 0.8, count: 10 });
    expect(bins[18]?.predicted).toBeCloseTo(0.92, 12);
    expect(bins[10]).toMatchObject({ observed: 0.5, count: 10 });
  });

  it("counts answers by weight, but samples by number", () => {
    const plain = calibrationOf([...answers(0.9, 9, 1), ...answers(0.3, 3, 3)]);
    const { bins, sampleSize, ...figures } = calibrationOf([
      ...answers(0.9, 90, 10, 0.1),
      ...answers(0.3, 3, 3),
    ]);
    expect(sampleSize).toBe(106);
    expect(bins[18]?.count).toBe(100);
    expect(figures.logLoss).toBeCloseTo(plain.logLoss ?? 0, 12);
    expect(figures.rmseBins).toBeCloseTo(plain.rmseBins ?? 0, 12);
    expect(figures.auc).toBeCloseTo(plain.auc ?? 0, 12);
  });

  it("keeps failed certain predictions finite, in the outer bins", () => {
    const { logLoss, bins, auc } = calibrationOf([...answers(1, 0, 1), ...answers(0, 1, 0)]);
    expect(logLoss).toBeCloseTo(-Math.log(1e-6), 6);
    expect([bins[0]?.count, bins[19]?.count]).toEqual([1, 1]);
    expect(auc).toBe(0);
  });

  it("cannot rank answers that are all right", () => {
    expect(calibrationOf(answers(0.9, 3, 0)).auc).toBeNull();
  });
});
