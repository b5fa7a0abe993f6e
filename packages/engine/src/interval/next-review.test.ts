import { describe, expect, it } from "vitest";
import { localDay } from "../answer.ts";
import { halfLifeHours } from "../mastery/half-life.ts";
import { predictRecall } from "../memory/predict-recall.ts";
import { createMemory } from "../memory/word-memory.ts";
import {
  defaultParameters,
  type ParameterValue,
  withParameters,
} from "../parameters/parameters.ts";
import {
  answerIn,
  START_MS,
  startScript,
  withLongHistory,
  wordFacts,
} from "../testing/scripted-learner.ts";
import { nextReviewAtMs } from "./next-review.ts";
import type { SchedulePlan } from "./workload.ts";

// What we check: which rule sets the interval of a well-known word, and how workload planning moves
// it. How: one word answered right over several days, scheduled under changed settings.
const DAY_MS = 86_400_000;
const script = startScript();
script.learner = withLongHistory(script.learner);
for (let i = 0; i < 4; i++) answerIn(script, "w1", 60 * 24 * (i + 1));
const memory = script.memories["w1"] ?? createMemory("w1");
const lastMs = memory.trace?.lastAtMs ?? START_MS;

function review(changes: Record<string, ParameterValue> = {}, plan?: SchedulePlan) {
  const parameters = withParameters(defaultParameters(), changes);
  const context = { word: wordFacts("w1"), wordRating: null, ...(plan && { plan }) };
  const next = nextReviewAtMs(script.learner, memory, lastMs, parameters, context);
  return { ...next, days: (next.atMs - lastMs) / DAY_MS };
}

const usual = review();

describe("nextReviewAtMs", () => {
  it("aims at the base retention", () => {
    expect(usual.reasons).toEqual(["base_retention"]);
    expect(usual.targetRecall).toBe(0.9);
    expect(usual.days).toBeGreaterThan(5);
  });

  it("returns the current time for a word never asked", () => {
    const next = nextReviewAtMs(script.learner, createMemory("w9"), 5, defaultParameters());
    expect(next).toMatchObject({ atMs: 5, reasons: ["never_asked"] });
  });

  it("uses the lower target for mature words if there is a maturity band", () => {
    const band = { "memoryModel.gspMaturityBandDays": 3, "memoryModel.gspMatureRetention": 0.8 };
    expect(review(band)).toMatchObject({ targetRecall: 0.8, reasons: ["mature"] });
    expect(review(band).days).toBeGreaterThan(usual.days);
  });

  it("keeps a target inside its limits", () => {
    const tooLow = { "memoryModel.gspMaturityBandDays": 3, "memoryModel.gspMatureRetention": 0.5 };
    expect(review(tooLow).targetRecall).toBe(0.75);
  });

  it("applies cap, graduation, fuzz and retirement, each with its reason", () => {
    const cap = review({ "memoryModel.gspIntervalCapDays": 4 });
    expect(cap).toMatchObject({ days: 4, reasons: ["base_retention", "interval_cap"] });
    const graduated = review({ "memoryModel.gspGraduationStreak": 2 });
    expect(graduated.days).toBe(Math.max(30, usual.days));
    const fuzzy = review({ "memoryModel.gspIntervalFuzz": 0.2 }).days / usual.days;
    expect(Math.abs(fuzzy - 1)).toBeGreaterThan(0);
    expect(Math.abs(fuzzy - 1)).toBeLessThanOrEqual(0.2);
    expect(review({ "memoryModel.gspIntervalFuzz": 0.2 }).reasons).toContain("interval_fuzz");
    const retired = review({
      "memoryModel.gspRetireAfterReviews": 2,
      "memoryModel.gspRetireMinStreak": 2,
      "memoryModel.gspRetireIntervalDays": 900,
    });
    expect(retired).toMatchObject({ days: 900, reasons: ["base_retention", "retired"] });
  });

  it("names the strategy's interval scale and the interval limits as reasons", () => {
    const { strategy } = script.learner;
    const inForce = { ...strategy.inForce, intervalScale: 1.1 };
    const stretched = { ...script.learner, strategy: { ...strategy, inForce } };
    const next = nextReviewAtMs(stretched, memory, lastMs, defaultParameters());
    expect(next.reasons).toEqual(["base_retention", "interval_scale"]);
    const late = review({
      "memoryModel.maxIntervalDays": 30,
      "memoryModel.gspMaturityBandDays": 3,
      "memoryModel.gspMatureRetention": 0.75,
    });
    expect(late).toMatchObject({ days: 30, reasons: ["mature", "longest_interval"] });
    const failed = startScript();
    answerIn(failed, "w3", 0, { isCorrect: false });
    const soon = failed.memories["w3"] ?? createMemory("w3");
    const again = nextReviewAtMs(failed.learner, soon, failed.atMs, defaultParameters());
    expect(again.reasons).toContain("shortest_interval");
  });

  it("names a missing policy as a reason if the optimal intervals are enabled", () => {
    const enabled = review({ "featureFlags.sspEnabled": true });
    expect(enabled.reasons).toEqual(["base_retention", "ssp_no_policy"]);
  });
});

describe("a learner without a history", () => {
  it("gets a word back within two days as long as it was only recognized", () => {
    const { memory: seen } = answerIn(startScript(), "w1", 1, { mode: "word-to-meaning" });
    expect(seen.intervalSecs).toBe(2 * 86_400);
    const easy = answerIn(startScript(), "w1", 1, { mode: "word-to-meaning", responseTimeMs: 900 });
    expect(easy.memory.intervalSecs).toBeLessThanOrEqual(2 * 86_400);
  });

  it("gets a word back within three days after a recall, however easy", () => {
    for (const given of [{ selfRating: 4 }, { mode: "meaning-to-spelling" }] as const) {
      const known = answerIn(startScript(), "w1", 1, { ...given, responseTimeMs: 900 });
      expect(known.memory.intervalSecs).toBeLessThanOrEqual(3 * 86_400);
      expect(known.memory.intervalSecs).toBeGreaterThan(2 * 86_400);
    }
  });

  it("gets no longer interval by one word that was always recalled", () => {
    const alone = startScript();
    const days = [1, 2, 3, 9].map((pause) => {
      const { memory: kept } = answerIn(alone, "w1", 60 * 24 * pause, { selfRating: 4 });
      return kept.intervalSecs / 86_400;
    });
    expect(Math.max(...days)).toBeLessThanOrEqual(8);
  });

  it("gets the reason for a short interval", () => {
    const fresh = startScript();
    answerIn(fresh, "w1", 1);
    const seen = fresh.memories["w1"] ?? createMemory("w1");
    const next = nextReviewAtMs(fresh.learner, seen, fresh.atMs, defaultParameters());
    expect(next.reasons).toEqual(["base_retention", "only_recognized"]);
    answerIn(fresh, "w1", 60 * 48);
    const known = fresh.memories["w1"] ?? createMemory("w1");
    const later = nextReviewAtMs(fresh.learner, known, fresh.atMs, defaultParameters());
    expect(later.reasons).toEqual(["base_retention", "longest_shown"]);
  });

  it("keeps a cut date where it is, rather than balancing it to a later day", () => {
    const fresh = startScript();
    answerIn(fresh, "w1", 1, { selfRating: 4 });
    const memoryOf = fresh.memories["w1"] ?? createMemory("w1");
    const day = localDay(fresh.atMs, 0, 4);
    const plannedSeconds = { [day + 2]: 900, [day + 3]: 900 };
    const parameters = withParameters(defaultParameters(), { "interval.loadBalanceShare": 0.25 });
    const context = { word: wordFacts("w1"), wordRating: null, plan: { plannedSeconds } };
    const next = nextReviewAtMs(fresh.learner, memoryOf, fresh.atMs, parameters, context);
    expect(next.atMs - fresh.atMs).toBeLessThanOrEqual(3 * DAY_MS);
  });
});

describe("workload planning", () => {
  const { utcOffsetMinutes, dayStartHour } = script.learner;
  const dayAt = (days: number) => localDay(lastMs + days * DAY_MS, utcOffsetMinutes, dayStartHour);

  it("moves a due date to the lightest day within its tolerance", () => {
    const busy: Record<string, number> = {};
    const first = Math.ceil(usual.days * 0.8);
    for (let d = 0; d < 200; d++) busy[String(dayAt(d))] = d === first ? 10 : 900;
    const share = { "interval.loadBalanceShare": 0.2 };
    const balanced = review(share, { plannedSeconds: busy });
    expect(balanced.reasons).toContain("load_balanced");
    expect(balanced.days).toBe(first);
    expect(review({}, { plannedSeconds: busy }).days).toBe(usual.days);
  });

  it("prefers a full weekday to an easy day with nothing planned on either", () => {
    const share = { "interval.loadBalanceShare": 0.2 };
    const weekday = (((dayAt(usual.days) + 4) % 7) + 7) % 7;
    const weekdayCapacity = Array.from({ length: 7 }, (_, d) => (d === weekday ? 0.1 : 1));
    expect(review(share, { weekdayCapacity }).days).not.toBe(usual.days);
  });

  it("moves a word out of a vacation", () => {
    const vacationDays = [-1, 0, 1].map((shift) => dayAt(usual.days + shift));
    const moved = review({}, { vacationDays });
    expect(moved.reasons).toContain("vacation_moved");
    expect(vacationDays).not.toContain(dayAt(moved.days));
    expect(Math.abs(moved.days - usual.days)).toBeLessThanOrEqual(2);
  });

  it("plans the review before a deadline, and ignores a past deadline", () => {
    const deadlineAtMs = lastMs + Math.round(1.1 * usual.days) * DAY_MS;
    const aimed = review({}, { deadlineAtMs });
    expect(aimed.reasons).toEqual(["deadline"]);
    expect(aimed.atMs).toBeLessThanOrEqual(deadlineAtMs);
    expect(review({}, { deadlineAtMs: lastMs - DAY_MS }).reasons).toEqual(["base_retention"]);
  });
});

describe("the interval cap", () => {
  const { utcOffsetMinutes, dayStartHour } = script.learner;
  const dayAt = (days: number) => localDay(lastMs + days * DAY_MS, utcOffsetMinutes, dayStartHour);
  const cap = { "memoryModel.gspIntervalCapDays": 5 };
  const upToCap = Array.from({ length: 6 }, (_, days) => dayAt(days));

  it("limits load balancing", () => {
    const plannedSeconds = Object.fromEntries(upToCap.map((day) => [day, 900]));
    const share = { "interval.loadBalanceShare": 0.25 };
    expect(review({ ...cap, ...share }, { plannedSeconds }).days).toBe(5);
  });

  it("limits a move out of a vacation", () => {
    const moved = review(cap, { vacationDays: [dayAt(5), dayAt(4)] });
    expect(moved.days).toBe(3);
    expect(review(cap, { vacationDays: upToCap }).days).toBe(5);
  });
});

describe("a word with a trace for each question mode", () => {
  const parametersWith = (changes: Record<string, ParameterValue> = {}) =>
    withParameters(defaultParameters(), { "featureFlags.multiTraceEnabled": true, ...changes });

  it("is due after its last answer, even if another mode was due long before", () => {
    const parameters = parametersWith();
    const modes = startScript(parameters);
    answerIn(modes, "w1", 1, { isCorrect: false });
    answerIn(modes, "w1", 60 * 24 * 40, { mode: "meaning-to-word", isCorrect: false });
    const known = modes.memories["w1"] ?? createMemory("w1");
    const next = nextReviewAtMs(modes.learner, known, modes.atMs, parameters);
    expect(next.atMs - modes.atMs).toBe(60_000);
    expect(known.dueAtMs).toBe(next.atMs);
  });

  it("may exceed the caps when it is retired", () => {
    const retiring = parametersWith({
      "memoryModel.gspRetireAfterReviews": 1,
      "memoryModel.gspRetireMinStreak": 0,
      "memoryModel.gspRetireIntervalDays": 900,
    });
    const { memory: retired } = answerIn(startScript(retiring), "w1", 1);
    expect(retired.intervalSecs).toBe(900 * 86_400);
  });
});

describe("halfLifeHours", () => {
  const parameters = defaultParameters();

  it("is a day before the first answer", () => {
    expect(halfLifeHours(script.learner, createMemory("w9"), parameters)).toBe(24);
  });

  it("is the time at which the scheduling curve has fallen to one half", () => {
    const weak = startScript();
    answerIn(weak, "w2", 0, { isCorrect: false });
    const failed = weak.memories["w2"] ?? createMemory("w2");
    const hours = halfLifeHours(weak.learner, failed, parameters);
    const atMs = (failed.trace?.lastAtMs ?? 0) + hours * 3_600_000;
    const recall = predictRecall(weak.learner, failed, atMs, parameters, { variant: "schedule" });
    expect(recall).toBeCloseTo(0.5, 5);
  });

  it("is at most a hundred years", () => {
    expect(halfLifeHours(script.learner, memory, parameters)).toBeLessThanOrEqual(876_000);
  });
});
