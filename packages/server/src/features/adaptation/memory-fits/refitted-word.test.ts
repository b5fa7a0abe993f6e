import {
  createLearner,
  createMemory,
  defaultParameters,
  isCutReview,
  nextReviewAtMs,
  processAnswer,
  type WordMemory,
} from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import { describe, expect, it } from "vitest";
import { underNewWeights, type Refitting } from "./refitted-word.ts";

const DAY_MS = 86_400_000;
const ANSWERED_MS = 1_700_000_000_000;
const NOW_MS = ANSWERED_MS + DAY_MS;
const parameters = defaultParameters();
const learner = createLearner(1, ANSWERED_MS);
const { memory } = processAnswer(
  learner,
  createMemory("w1"),
  {
    wordId: "w1",
    atMs: ANSWERED_MS,
    isCorrect: true,
    responseTimeMs: 2000,
    utcOffsetMinutes: 0,
    dayStartHour: 0,
  },
  parameters,
  { word: { id: "w1", text: "word", difficulty: null }, wordRating: null },
);

function dueAt(days: number): WordMemory {
  return { ...memory, dueAtMs: ANSWERED_MS + days * DAY_MS };
}

function refitted(before: WordMemory, after: WordMemory, others: Partial<Refitting> = {}) {
  const stored = {
    memory_json: JSON.stringify(before),
    updated_at_ms: ANSWERED_MS,
    last_answer_at_ms: ANSWERED_MS,
  };
  return underNewWeights(stored as never, after, {
    learner,
    parameters,
    nowMs: NOW_MS,
    announcedUntilMs: NOW_MS + 2 * DAY_MS,
    plan: undefined,
    targets: {},
    ...others,
  });
}

describe("underNewWeights", () => {
  it("brings a review forward by half of the remaining time, in the row and in the memory", () => {
    const row = refitted(dueAt(9), dueAt(0.5));
    expect(row?.next_review_at_ms).toBe(ANSWERED_MS + 5 * DAY_MS);
    const { dueAtMs, intervalSecs } = memoryFromJson(row?.memory_json ?? "");
    expect(dueAtMs).toBe(ANSWERED_MS + 5 * DAY_MS);
    expect(intervalSecs).toBe((5 * DAY_MS) / 1000);
  });

  it("postpones a review as far as the new weights require", () => {
    expect(refitted(dueAt(9), dueAt(20))?.next_review_at_ms).toBe(ANSWERED_MS + 20 * DAY_MS);
  });

  it.each([
    ["an overdue word", 0.5, 20, 0.5],
    ["a word of today", 1.5, 20, 1.5],
    ["a word of tomorrow", 2.9, 0.5, 2.9],
    ["a word of a later day, which comes no sooner", 3.5, 0.5, 3],
  ])("changes nothing that was announced for today and tomorrow: %s", (_, before, after, due) => {
    const row = refitted(dueAt(before), dueAt(after));
    expect(row?.next_review_at_ms).toBe(ANSWERED_MS + due * DAY_MS);
    expect(memoryFromJson(row?.memory_json ?? "").dueAtMs).toBe(ANSWERED_MS + due * DAY_MS);
  });

  it("balances a date that the learner has not shown to reach to no later day", () => {
    const recalled = [...learner.pauses.recalled];
    recalled[6] = 30;
    const shown = { ...learner, pauses: { ...learner.pauses, recalled } };
    const interval = { ...parameters.interval, loadBalanceShare: 0.25 };
    const balanced = { ...parameters, interval };
    /** The date of a word so stable, if all days up to the new date are busy. */
    const dueWith = (stability: number) => {
      const { unproven: _, trace, ...rest } = memory;
      const firm = { ...rest, trace: { ...trace, stability } } as WordMemory;
      const { atMs } = nextReviewAtMs(shown, firm, ANSWERED_MS, balanced);
      const [firstDay, lastDay] = [ANSWERED_MS, atMs].map((ms) => Math.floor(ms / DAY_MS));
      const plannedSeconds: Record<string, number> = {};
      for (let day = firstDay ?? 0; day <= (lastDay ?? 0); day += 1) plannedSeconds[day] = 600;
      const days = { learner: shown, parameters: balanced, plan: { plannedSeconds } };
      const row = refitted(dueAt(4), { ...firm, dueAtMs: atMs }, days);
      const isLater = (row?.next_review_at_ms ?? 0) > atMs;
      return { isCut: isCutReview(shown, firm, balanced, {}), isLater };
    };
    expect(dueWith(400)).toEqual({ isCut: true, isLater: false });
    expect(dueWith(8)).toEqual({ isCut: false, isLater: true });
  });

  it("leaves a word unchanged that was answered meanwhile", () => {
    expect(refitted({ ...dueAt(9), attempts: 2 }, dueAt(9))).toBeUndefined();
  });
});
