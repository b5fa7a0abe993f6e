import { describe, expect, it } from "vitest";
import { createLearner } from "../learner-state/create-learner.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import type { LearnerSchedule } from "../interval/learner-goal.ts";
import { balancedDueAfterFit, dueAfterFit } from "./due-after-fit.ts";

const NOW = 1_700_000_000_000;

describe("dueAfterFit", () => {
  it("brings a word forward by at most half of the remaining time", () => {
    expect(dueAfterFit(NOW + 100, NOW - 5000, NOW)).toBe(NOW + 50);
    expect(dueAfterFit(NOW + 100, NOW + 80, NOW)).toBe(NOW + 80);
  });

  it("postpones a word without limit", () => {
    expect(dueAfterFit(NOW + 100, NOW + 900, NOW)).toBe(NOW + 900);
  });

  it("uses the new date of a word that was already due", () => {
    expect(dueAfterFit(NOW - 100, NOW - 300, NOW)).toBe(NOW - 300);
    expect(dueAfterFit(NOW, NOW + 300, NOW)).toBe(NOW + 300);
  });

  it("keeps the order and spread of due dates if the weights would make all words due", () => {
    const dues = [10, 20, 30, 40].map((before) => dueAfterFit(NOW + before, NOW - 1, NOW));
    expect(dues).toEqual([5, 10, 15, 20].map((after) => NOW + after));
  });
});

describe("balancedDueAfterFit", () => {
  const DAY_MS = 86_400_000;
  const LAST_MS = 20_000 * DAY_MS;
  const NOW_MS = LAST_MS + 5 * DAY_MS;
  const learner = createLearner(1, LAST_MS);

  /** Days since the last answer to the new due date; each of the busy days has planned reviews. */
  function dueOn(
    beforeDays: number,
    afterDays: number,
    busyDays: readonly number[],
    share = 0.2,
    schedule?: LearnerSchedule,
    isCut = false,
  ) {
    const parameters = withParameters(defaultParameters(), { "interval.loadBalanceShare": share });
    const plannedSeconds = Object.fromEntries(busyDays.map((days) => [20_000 + days, 600]));
    const beforeMs = LAST_MS + beforeDays * DAY_MS;
    const afterMs = LAST_MS + afterDays * DAY_MS;
    const dates = { lastAtMs: LAST_MS, beforeMs, afterMs, nowMs: NOW_MS, isCut };
    const dueMs = balancedDueAfterFit(dates, learner, { plannedSeconds }, parameters, schedule);
    return (dueMs - LAST_MS) / DAY_MS;
  }

  it("avoids a busy day and uses the nearest light day", () => {
    expect(dueOn(10, 20, [20])).toBe(19);
    expect(dueOn(10, 20, [18, 19, 20, 21])).toBe(22);
  });

  it("stays if no day is lighter, or with a share of 0", () => {
    expect(dueOn(10, 20.25, [19])).toBe(20.25);
    expect(dueOn(10, 20, [16, 17, 18, 19, 20, 21, 22, 23, 24])).toBe(20);
    expect(dueOn(10, 20, [20], 0)).toBe(20);
  });

  it("balances only the dates of a solved schedule if the share is 0", () => {
    const policy = { schema: 1 as const, stabilities: [1, 10], recalls: [] };
    expect(dueOn(10, 20, [20], 0, { kind: "policy", policy })).toBe(19);
    // A quarter of 25 days could reach beyond the thirty days that are counted.
    expect(dueOn(10, 25, [25], 0, { kind: "policy", policy })).toBe(25);
    expect(dueOn(10, 20, [20], 0, { kind: "recall", recall: 0.9 })).toBe(20);
  });

  it("brings a word forward by at most half of the remaining time, however busy that day", () => {
    expect(dueOn(15, 2, [])).toBe(10);
    expect(dueOn(15, 2, [10, 11])).toBe(12);
  });

  it("moves a date that was cut to no later day", () => {
    const cutDueOn = (days: number, busyDays: readonly number[]) =>
      dueOn(10, days, busyDays, 0.2, undefined, true);
    expect(cutDueOn(20, [18, 19, 20, 21])).toBe(17);
    expect(cutDueOn(20, [16, 17, 18, 19, 20])).toBe(20);
  });

  it("does not exceed the longest interval", () => {
    const plenty = Array.from({ length: 67 }, (_, i) => 300 + i);
    expect(dueOn(10, 364, plenty)).toBeLessThanOrEqual(365);
    expect(dueOn(10, 364, plenty.slice(0, -1))).toBeLessThanOrEqual(365);
  });

  it("moves no date into the past, and no date that was already due", () => {
    expect(dueOn(3, 6, [6])).toBe(5);
    expect(dueOn(3, 5.5, [5])).toBe(6);
    expect(dueOn(3, 4.5, [4])).toBe(4.5);
  });
});
