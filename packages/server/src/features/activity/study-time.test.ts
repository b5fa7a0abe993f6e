import { describe, expect, it } from "vitest";
import { studyTimesOf } from "./study-time.ts";

const MINUTE_MS = 60_000;

function timesOf(answeredAtMs: readonly number[], durationMs: number, lastEventAtMs = 99) {
  const session = { userId: "u1", createdAtMs: 0, lastEventAtMs, durationMs, answeredAtMs };
  return studyTimesOf(session).map(({ atMs, ms }) => [atMs, ms]);
}

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

  it("gives the last event what the answers do not explain", () => {
    expect(timesOf([], 5 * MINUTE_MS)).toEqual([[99, 5 * MINUTE_MS]]);
  });

  it("never gives out more than was counted, nor less", () => {
    const answers = [MINUTE_MS, 2 * MINUTE_MS, MINUTE_MS];
    const parts = timesOf(answers, 90_000);
    expect(parts.map(([, ms]) => ms)).toEqual([60_000, 30_000, 0, 0]);
  });
});
