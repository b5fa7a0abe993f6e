import { createMemory, type WordMemory } from "@wordloom/engine";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { CURVE_POINTS_MAX, memoryCurve } from "./memory-curve.ts";

// Checks where the points are. Recall is a plain function: it falls from 1 by 1 % a day, counted
// from the time stored in place of the memory's interval.

const memoryAt = (atMs: number): WordMemory => ({ ...createMemory("w1"), intervalSecs: atMs });
const stepsAt = (...times: number[]) => times.map((atMs) => ({ atMs, memory: memoryAt(atMs) }));
const recall = (memory: WordMemory, atMs: number) =>
  Math.max(0, 1 - (atMs - memory.intervalSecs) / DAY_MS / 100);

const start = Date.parse("2026-01-01T10:00:00Z");
const day = (n: number) => start + n * DAY_MS;

describe("memoryCurve", () => {
  it("begins at the first answer, includes now and ends in 30 days", () => {
    const points = memoryCurve(stepsAt(day(0)), day(5), recall);
    expect(points[0]).toEqual({ atMs: day(0), recall: 1 });
    expect(points).toContainEqual({ atMs: day(5), recall: 0.95 });
    expect(points.at(-1)?.atMs).toBe(day(35));
  });

  it("has the recall just before and just after each answer", () => {
    const points = memoryCurve(stepsAt(day(0), day(10)), day(20), recall);
    const around = points.filter(({ atMs }) => atMs === day(10));
    expect(around).toEqual([
      { atMs: day(10), recall: 0.9 },
      { atMs: day(10), recall: 1 },
    ]);
  });

  it.each([1, 2, 7, 49, 50, 51, 300])("has at most 200 points for %i answers", (count) => {
    const times = Array.from({ length: count }, (_, n) => day(n));
    const points = memoryCurve(stepsAt(...times), day(count), recall);
    expect(points.length).toBeLessThanOrEqual(CURVE_POINTS_MAX);
    expect(points.length).toBeGreaterThan(40);
    expect(points[0]?.atMs).toBe(day(Math.max(0, count - 50)));
    const sorted = points.map(({ atMs }) => atMs).toSorted((a, b) => a - b);
    expect(points.map(({ atMs }) => atMs)).toEqual(sorted);
  });

  it("repeats no point for an answer given just now", () => {
    const points = memoryCurve(stepsAt(day(0), day(0)), day(0), recall);
    const times = points.map(({ atMs }) => atMs);
    expect(new Set(times).size).toBe(times.length);
    expect(points).toHaveLength(25);
  });
});
