import { describe, expect, it } from "vitest";
import { countEvent, studyTimesOf, type SessionTime } from "./study-time.ts";

const MINUTE_MS = 60_000;

function timesOf(answeredAtMs: readonly number[], durationMs: number, lastEventAtMs = 99) {
  const session = { userId: "u1", createdAtMs: 0, lastEventAtMs, durationMs, answeredAtMs };
  return studyTimesOf(session).map(({ atMs, ms }) => [atMs, ms]);
}

/** Minutes counted after events at these minutes, in the order they are reported. */
function countedAfter(...minutes: readonly number[]): readonly number[] {
  let [time, countedMs]: [SessionTime, number] = [{ lastEventAtMs: 0, longGaps: [] }, 0];
  return minutes.map((minute) => {
    const { addedMs, ...next } = countEvent(time, minute * MINUTE_MS);
    [time, countedMs] = [next, countedMs + addedMs];
    return countedMs / MINUTE_MS;
  });
}

describe("countEvent", () => {
  it("adds the time since the last event, at most ten minutes", () => {
    expect(countedAfter(4, 10, 30, 31)).toEqual([4, 10, 20, 21]);
  });

  it("adds time for an event inside a long gap", () => {
    expect(countedAfter(25, 8, 11, 20)).toEqual([10, 18, 21, 25]);
    expect(countedAfter(30, 60, 40, 20, 10)).toEqual([10, 20, 30, 40, 50]);
  });

  it("adds nothing for an event in a fully counted gap, or for the same event twice", () => {
    expect(countedAfter(9, 4)).toEqual([9, 9]);
    expect(countedAfter(25, 8, 8, 0, 25)).toEqual([10, 18, 18, 18, 18]);
  });

  it("never counts more than the time that passed", () => {
    const minutes = Array.from({ length: 200 }, (_, n) => (n * 83) % 199);
    expect(countedAfter(...minutes).at(-1)).toBeLessThanOrEqual(198);
  });

  it("gives the same total in any order, with few gaps", () => {
    const inOrder = countedAfter(2, 20, 35, 36, 70).at(-1);
    for (const minutes of [
      [70, 36, 35, 20, 2],
      [36, 2, 70, 20, 35],
      [20, 70, 2, 36, 35],
    ]) {
      expect(countedAfter(...minutes).at(-1)).toBe(inOrder);
    }
  });
});

describe("studyTimesOf", () => {
  it("gives each answer the time since the event before it", () => {
    const answers = [MINUTE_MS, 3 * MINUTE_MS];
    expect(timesOf(answers, 3 * MINUTE_MS)).toEqual([
      [MINUTE_MS, MINUTE_MS],
      [3 * MINUTE_MS, 2 * MINUTE_MS],
      [99, 0],
    ]);
  });

  it("counts a long pause as ten minutes", () => {
    const [first] = timesOf([60 * MINUTE_MS], 10 * MINUTE_MS);
    expect(first).toEqual([60 * MINUTE_MS, 10 * MINUTE_MS]);
  });

  it("assigns time not covered by answers to the last event", () => {
    expect(timesOf([], 5 * MINUTE_MS)).toEqual([[99, 5 * MINUTE_MS]]);
  });

  it("adds up to exactly the counted time", () => {
    const answers = [MINUTE_MS, 2 * MINUTE_MS, MINUTE_MS];
    const parts = timesOf(answers, 90_000);
    expect(parts.map(([, ms]) => ms)).toEqual([60_000, 30_000, 0, 0]);
  });
});
