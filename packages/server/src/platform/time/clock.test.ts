import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTimestamp } from "./clock.ts";

const LAST_MS = 8.64e15;

describe("a timestamp", () => {
  it("is what a Date writes, for every time there is", () => {
    fc.assert(
      fc.property(fc.integer({ min: -LAST_MS, max: LAST_MS }), (ms) => {
        expect(toTimestamp(ms)).toBe(new Date(ms).toISOString());
      }),
    );
  });

  it("drops fractions of a millisecond, also before 1970", () => {
    for (const ms of [0, -0.5, 1.9, -1.9, -86_400_000.5]) {
      expect(toTimestamp(ms)).toBe(new Date(ms).toISOString());
    }
  });

  it("has the first and the last time there are", () => {
    for (const ms of [-LAST_MS, LAST_MS]) {
      expect(toTimestamp(ms)).toBe(new Date(ms).toISOString());
    }
  });

  it("is refused for a time that is none", () => {
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, LAST_MS + 86_400_000]) {
      expect(() => toTimestamp(ms)).toThrow(RangeError);
    }
  });
});
