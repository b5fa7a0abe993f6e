import { describe, expect, it } from "vitest";
import { bestTime } from "./best-time.ts";

/** Right answers of all, by hour; the other hours have none. */
const day = (some: Readonly<Record<number, readonly [correct: number, answers: number]>>) =>
  Array.from({ length: 24 }, (_, hour) => {
    const [correct, answers] = some[hour] ?? [0, 0];
    return { hour, answers, correct };
  });

describe("the time of day at which a learner does best", () => {
  it.each([
    ["is the two hours with most right", { 8: [9, 10], 9: [9, 10], 20: [14, 20] }, 9, 0.9],
    ["needs twenty answers", { 8: [10, 10], 9: [9, 9], 14: [16, 20], 20: [14, 20] }, 14, 0.8],
    ["goes past midnight", { 23: [10, 10], 0: [10, 10], 12: [14, 20] }, 0, 1],
    ["has most answers if equal", { 8: [16, 20], 9: [16, 20], 20: [8, 20] }, 9, 0.8],
  ] as const)("%s", (_, hours, around, share) => {
    expect(bestTime(day(hours))).toEqual({ around, share });
  });

  it.each([
    ["without answers", {}],
    ["where nothing can be compared with it", { 8: [18, 20], 9: [18, 20], 10: [2, 3] }],
    ["for neighbors that share an hour", { 8: [10, 10], 9: [18, 20] }],
  ] as const)("is unknown %s", (_, hours) => {
    expect(bestTime(day(hours))).toBeUndefined();
  });
});
