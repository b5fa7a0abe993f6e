import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addStored, addTime, percentilesMs, timeHistogram, toStored } from "./time-histogram.ts";

function histogramOf(times: readonly number[]) {
  const histogram = timeHistogram();
  for (const time of times) addTime(histogram, time);
  return histogram;
}

const someTimes = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});
const someShare = fc.constantFrom(0.01, 0.5, 0.95, 0.99, 1);

describe("percentilesMs", () => {
  it("is within 1 % of the exact nearest-rank percentile", () => {
    fc.assert(
      fc.property(someTimes, someShare, (times, share) => {
        const sorted = times.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(share * times.length) - 1] ?? Number.NaN;
        const [found = Number.NaN] = percentilesMs(histogramOf(times), [share]);
        // 1 %, plus half of the tenth it is rounded to.
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.01 * exact + 0.0501);
      }),
    );
  });

  it("is exact unless two times are nearly equal", () => {
    const histogram = histogramOf([300, 100, 200, 200]);
    expect(percentilesMs(histogram, [0.25, 0.5, 0.95])).toEqual([100, 200, 300]);
  });

  it("is empty without a time", () => {
    expect(percentilesMs(timeHistogram(), [0.5])).toEqual([]);
  });

  it("handles zero, and counts longer times as a day", () => {
    expect(percentilesMs(histogramOf([0]), [1])).toEqual([0]);
    expect(percentilesMs(histogramOf([1e300]), [1])).toEqual([86_400_000]);
  });
});

describe("addStored", () => {
  it("gives the percentiles of all times, including stored histograms", () => {
    fc.assert(
      fc.property(someTimes, someTimes, someShare, (some, others, share) => {
        const all = histogramOf(others);
        addStored(all, toStored(histogramOf(some)));
        const straight = histogramOf([...some, ...others]);
        expect(all.count).toBe(straight.count);
        const [found = 0] = percentilesMs(all, [share]);
        const [expected = 0] = percentilesMs(straight, [share]);
        expect(Math.abs(found - expected)).toBeLessThan(0.11);
      }),
    );
  });
});
