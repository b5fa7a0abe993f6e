import { describe, expect, it } from "vitest";
import {
  auc,
  binKey,
  calibrationBins,
  expectedCalibrationError,
  lossesOf,
  rmseBins,
  type Scored,
} from "./metrics.ts";

// Each metric against a value calculated by hand.
function scored(p: number, outcome: 0 | 1, place: Partial<Scored> = {}): Scored {
  return { p, outcome, pauseDays: 1, nth: 2, lapses: 0, ...place };
}

describe("log loss", () => {
  it("is minus the logarithm of the predicted probability of the outcome", () => {
    const [right, wrong] = lossesOf([scored(0.8, 1), scored(0.8, 0)]);
    expect(right).toBeCloseTo(0.22314, 5);
    expect(wrong).toBeCloseTo(1.60944, 5);
  });

  it("stays finite when a certainty fails", () => {
    expect(lossesOf([scored(1, 0)])[0]).toBeCloseTo(13.81551, 4);
  });
});

describe("auc", () => {
  it("counts the pairs in the right order", () => {
    // Pairs (0.9, 0.6) (0.9, 0.3) (0.5, 0.3) are right, (0.5, 0.6) is not.
    expect(auc([scored(0.9, 1), scored(0.5, 1), scored(0.6, 0), scored(0.3, 0)])).toBe(0.75);
  });

  it("counts ties half", () => {
    expect(auc([scored(0.5, 1), scored(0.5, 0)])).toBe(0.5);
    expect(auc([scored(0.7, 1), scored(0.5, 1), scored(0.5, 0)])).toBe(0.75);
  });
});

describe("the bins", () => {
  it.each([
    ["pauses of 1 to 3 days", { pauseDays: 1 }, { pauseDays: 3 }, true],
    ["pauses of 3 and 4 days", { pauseDays: 3 }, { pauseDays: 4 }, false],
    ["second and third reviews", { nth: 2 }, { nth: 3 }, true],
    ["third and fourth reviews", { nth: 3 }, { nth: 4 }, false],
    ["no lapse and one", { lapses: 0 }, { lapses: 1 }, false],
    ["two lapses and three", { lapses: 2 }, { lapses: 3 }, false],
    ["three lapses and five", { lapses: 3 }, { lapses: 5 }, true],
  ])("%s", (_name, one, other, together) => {
    expect(binKey(scored(0.5, 1, one)) === binKey(scored(0.5, 1, other))).toBe(together);
  });

  it("are weighted by their size", () => {
    // Gaps 0.8 − 0.5 over two reviews and 0.6 − 1 over one: √((2 · 0.09 + 0.16) / 3).
    const reviews = [scored(0.8, 1), scored(0.8, 0), scored(0.6, 1, { lapses: 1 })];
    expect(rmseBins(reviews)).toBeCloseTo(Math.sqrt(0.34 / 3), 12);
  });
});

describe("calibration", () => {
  it("is the mean distance between prediction and recall by tenths", () => {
    const reviews = [scored(0.85, 1), scored(0.89, 0), scored(0.15, 0), scored(0.15, 0)];
    // Tenths: |0.87 − 0.5| over two and |0.15 − 0| over two.
    expect(expectedCalibrationError(reviews)).toBeCloseTo((2 * 0.37 + 2 * 0.15) / 4, 12);
  });

  it("puts certainty into the last bin", () => {
    expect(calibrationBins([scored(1, 1)], 10)).toEqual([{ n: 1, p: 1, recall: 1 }]);
  });
});
