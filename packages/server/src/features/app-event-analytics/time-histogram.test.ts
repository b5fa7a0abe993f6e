import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addTime, joinedTimes, percentileMs, timeHistogram } from "./time-histogram.ts";

function histogramOf(times: readonly number[]) {
  const histogram = timeHistogram();
  for (const time of times) addTime(histogram, time);
  return histogram;
}

const someTimes = fc.array(fc.double({ min: 5, max: 1e6, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});

describe("percentileMs", () => {
  it("is within 1 % of the true percentile by nearest rank, for times above 5 ms", () => {
    fc.assert(
      fc.property(someTimes, fc.constantFrom(0.01, 0.5, 0.95, 0.99, 1), (times, share) => {
        const sorted = times.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(share * times.length) - 1] ?? Number.NaN;
        const found = percentileMs(histogramOf(times), share) ?? Number.NaN;
        // Half of the tenth it is rounded to, and 1 %.
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.01 * exact + 0.0501);
      }),
    );
  });

  it("is exact when all times are the same", () => {
    expect(percentileMs(histogramOf([120, 120, 120]), 0.95)).toBe(120);
  });

  it("is undefined without any time", () => {
    expect(percentileMs(timeHistogram(), 0.5)).toBeUndefined();
  });

  it("reads the shortest as nothing and the longest as a day", () => {
    expect(percentileMs(histogramOf([0]), 1)).toBe(0);
    expect(percentileMs(histogramOf([1e12]), 1)).toBe(86_400_000);
  });
});

describe("joinedTimes", () => {
  it("is the histogram of all times", () => {
    fc.assert(
      fc.property(someTimes, someTimes, (some, others) => {
        const all = joinedTimes([histogramOf(some), histogramOf(others)]);
        expect(all).toEqual(histogramOf([...some, ...others]));
      }),
    );
  });
});
