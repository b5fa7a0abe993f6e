import type { WordMemory } from "@wordloom/engine";
import { DAY_MS } from "../../../platform/time/durations.ts";

/** An answer, and the memory after it. */
export interface MemoryStep {
  readonly atMs: number;
  readonly memory: WordMemory;
}

export interface CurvePoint {
  readonly atMs: number;
  /** 0 to 1. */
  readonly recall: number;
}

export const CURVE_POINTS_MAX = 200;

/** Maximum number of answers in the curve, the latest ones. */
const STEPS_MAX = 50;

const AHEAD_MS = 30 * DAY_MS;

/** Number of points from the last answer to now, and from now on. */
const UNTIL_NOW = 15;
const AHEAD = 24;

/** Maximum number of points between two answers. */
const BETWEEN_MAX = 20;

/**
 * Recall over time, from the first of the latest 50 answers to 30 days from now, in ascending
 * order. Each answer has two points at the same time: just before and just after it.
 *
 * @param steps  in ascending order, not empty
 * @param recall  probability of recall with a memory at a time
 */
export function memoryCurve(
  steps: readonly MemoryStep[],
  nowMs: number,
  recall: (memory: WordMemory, atMs: number) => number,
): CurvePoint[] {
  const shown = steps.slice(-STEPS_MAX);
  const left = CURVE_POINTS_MAX - 2 * shown.length - UNTIL_NOW - AHEAD - 1;
  const between = Math.min(BETWEEN_MAX, Math.floor(left / Math.max(1, shown.length - 1)));
  const points = shown.flatMap(({ atMs, memory }, index) => {
    const nextMs = shown[index + 1]?.atMs;
    const times =
      nextMs === undefined
        ? [...early(atMs, nowMs, UNTIL_NOW), nowMs, ...even(nowMs, nowMs + AHEAD_MS, AHEAD)]
        : [...early(atMs, nextMs, between), nextMs];
    return [atMs, ...times].map((ms) => ({ atMs: ms, recall: recall(memory, ms) }));
  });
  return points.filter((point, index) => !isRepeated(point, points[index - 1]));
}

/** Times strictly between two others, denser at the start, where a memory fades fastest. */
function early(fromMs: number, untilMs: number, count: number): number[] {
  const length = Math.max(0, untilMs - fromMs);
  return Array.from({ length: count }, (_, n) =>
    Math.round(fromMs + length * ((n + 1) / (count + 1)) ** 2),
  );
}

/** Evenly spaced times after the first, including the last. */
function even(fromMs: number, untilMs: number, count: number): number[] {
  const step = (untilMs - fromMs) / count;
  return Array.from({ length: count }, (_, n) => Math.round(fromMs + step * (n + 1)));
}

/** Answers in quick succession leave no room for points between them. */
function isRepeated(point: CurvePoint, before: CurvePoint | undefined): boolean {
  return before?.atMs === point.atMs && before.recall === point.recall;
}
