import { RecordDraft } from "@wordloom/contract";
import {
  createLearner,
  defaultParameters,
  localDay,
  secondsPerReview,
  withParameters,
} from "@wordloom/engine";
import type { KyselyPlugin } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { storeConfiguration } from "../engine-config/engine-config.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import {
  listWordStates,
  newWordState,
  saveWordStates,
} from "../../progress/word-states/word-states.service.ts";
import { giveLongHistory } from "../../../testing/rows/long-history.ts";
import { openReviewLoad } from "./review-load.service.ts";

// Checks that due dates avoid days with many reviews if the parameters enable load balancing, and
// that nothing is queried or moved otherwise. A first right answer schedules a word more than a
// week ahead, and many words are due on the same day.
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SHARE = 0.2;
let app: TestApp;
let statements: string[] = [];

const recordStatements: KyselyPlugin = {
  transformQuery({ node }) {
    statements.push(JSON.stringify(node));
    return node;
  },
  transformResult: async ({ result }) => result,
};

beforeEach(async () => {
  app = await buildTestApp({ database: (await openCleanDatabase()).withPlugin(recordStatements) });
  await app.words([{}, {}, {}]);
  await giveLongHistory(app.deps, "someone", "u1", "u2", "u3", "u4");
  statements = [];
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

async function balance(share: number): Promise<void> {
  const parameters = withParameters(defaultParameters(), {
    "memoryModel.w[2]": 10,
    "memoryModel.w[3]": 10,
    "interval.loadBalanceShare": share,
  });
  await storeConfiguration(app.deps, parameters, { source: "manual", authorAdminId: null });
}

/** Adds words of the learner that are due at these times. */
async function addDueWords(userId: string, dueAtMs: readonly number[]): Promise<void> {
  const rows = dueAtMs.map((next_review_at_ms, index) => {
    return { ...newWordState(userId, `heap${index}`, 0), next_review_at_ms };
  });
  await saveWordStates(app.deps.database, rows);
}

/** Adds twenty words that are due in `days` days. */
function addTwentyDueIn(days: number, userId: string): Promise<void> {
  const dueMs = app.clock.nowMs() + Math.round(days * DAY_MS);
  return addDueWords(
    userId,
    Array.from({ length: 20 }, () => dueMs),
  );
}

type Answer = readonly [userId: string, wordId: string, how?: "wrong"];

/** Applies all these answers in one transaction. */
async function answerAll(...all: readonly Answer[]) {
  const acceptedAtMs = app.clock.nowMs();
  const answers = all.map(([userId, wordId, how]) => {
    const isCorrect = how !== "wrong";
    const draft = { wordId, isCorrect, responseTimeMs: 2000, selfRating: isCorrect ? 2 : 0 };
    return { userId, draft: RecordDraft.parse(draft), acceptedAtMs };
  });
  return applyAnswers(app.deps, answers);
}

async function stateOf(userId: string, wordId: string) {
  const [row] = await listWordStates(app.deps.database, userId, [wordId]);
  if (row === undefined) throw new Error(`${userId} has no state of ${wordId}`);
  return row;
}

async function pauseOf(userId: string, wordId: string): Promise<number> {
  const { next_review_at_ms } = await stateOf(userId, wordId);
  return ((next_review_at_ms ?? Number.NaN) - app.clock.nowMs()) / DAY_MS;
}

/** Interval after a first right answer without other due words, days; long enough to be moved. */
async function usualPause(): Promise<number> {
  await answerAll(["someone", "w1"]);
  const days = await pauseOf("someone", "w1");
  expect(days).toBeGreaterThan(7);
  expect(days % 1).toBeGreaterThan(0);
  return days;
}

describe("a due date", () => {
  it("moves to the nearest day with fewer reviews, and the reply contains it", async () => {
    await balance(SHARE);
    const usual = await usualPause();
    await addTwentyDueIn(usual, "u1");
    const [applied] = await answerAll(["u1", "w1"]);
    const moved = Math.ceil(usual);
    expect(await pauseOf("u1", "w1")).toBe(moved);
    const nextReviewIntervalSecs = (moved * DAY_MS) / 1000;
    const expected = { result: { wordMastery: { nextReviewIntervalSecs } } };
    expect(applied).toMatchObject(expected);
  });

  it("ignores other learners' words", async () => {
    await balance(SHARE);
    const usual = await usualPause();
    await addTwentyDueIn(usual, "u2");
    await answerAll(["u1", "w1"]);
    expect(await pauseOf("u1", "w1")).toBe(usual);
  });

  it("does not change at all with a share of 0", async () => {
    await balance(0);
    await addTwentyDueIn(await usualPause(), "u2");
    await answerAll(["u1", "w2"], ["u2", "w3"]);
    const [expected, crowded] = [await stateOf("u1", "w2"), await stateOf("u2", "w3")];
    const memory_json = expected.memory_json?.replace("w2", "w3");
    expect(crowded).toEqual({ ...expected, user_id: "u2", word_id: "w3", memory_json });
  });
});

describe("answers in one transaction", () => {
  it("take the due dates of earlier ones into account", async () => {
    await balance(SHARE);
    const usual = await usualPause();
    await answerAll(["u1", "w1"], ["u1", "w2"], ["u1", "w3"], ["u2", "w2"]);
    const pauses = await Promise.all(["w1", "w2", "w3"].map((id) => pauseOf("u1", id)));
    const day = Math.floor(usual);
    expect(pauses).toEqual([usual, day + 1, day - 1]);
    expect(await pauseOf("u2", "w2")).toBe(usual);
  });

  it("release the day on which the word was due before", async () => {
    await balance(SHARE);
    const usual = await usualPause();
    await answerAll(["u1", "w1"], ["u1", "w1", "wrong"], ["u1", "w2"]);
    expect(await pauseOf("u1", "w1")).toBeLessThan(usual - 1);
    expect(await pauseOf("u1", "w2")).toBeCloseTo(usual, 0);
  });

  it("need one more statement for all learners, and none with a share of 0", async () => {
    const executed: string[][] = [];
    for (const [share, one, other] of [
      [SHARE, "u1", "u2"],
      [0, "u3", "u4"],
    ] as const) {
      await balance(share);
      await answerAll(["someone", "w1"], ["someone", "w2"]);
      statements = [];
      await answerAll([one, "w1"], [one, "w2"], [other, "w1"]);
      executed.push([...statements]);
    }
    const counting = executed.map((list) => list.filter((text) => text.includes("asked.shift_ms")));
    expect(counting.map(({ length }) => length)).toEqual([1, 0]);
    const off = executed[1]?.length ?? 0;
    expect(executed.map(({ length }) => length)).toEqual([off + 1, off]);
  });
});

describe("the load of a learner's days", () => {
  const parameters = withParameters(defaultParameters(), { "interval.loadBalanceShare": SHARE });
  const learner = createLearner(1, 0);
  const secondsEach = secondsPerReview(learner, parameters);
  const zone = { timeZone: "America/New_York", dayStartHour: 4 };
  const sources = {
    states: { get: () => learner },
    served: () => ({ parameters }),
    targetsOf: () => ({}),
    dayRules: new Map([["u1", zone]]),
  };
  // 02:00 in New York: still the previous day for a learner whose day starts at four.
  const nightMs = Date.parse("2026-03-06T07:00:00Z");
  const today = localDay(nightMs, -300, zone.dayStartHour);

  it("is counted for thirty days under a solved schedule", async () => {
    await addDueWords("u1", [nightMs + 30 * DAY_MS, nightMs + 31 * DAY_MS]);
    const policy = { schema: 1 as const, stabilities: [1, 10], recalls: [] };
    const solved = () => ({ schedule: { kind: "policy" as const, policy } });
    const fixed = () => ({ schedule: { kind: "recall" as const, recall: 0.9 } });
    const unbalanced = { ...sources, served: () => ({ parameters: defaultParameters() }) };
    const plans = [solved, fixed].map(async (targetsOf) => {
      const answers = [{ userId: "u1", atMs: nightMs }];
      const load = await openReviewLoad(app.deps.database, answers, { ...unbalanced, targetsOf });
      return load.planAt("u1", nightMs)?.plannedSeconds;
    });
    expect(await Promise.all(plans)).toEqual([{ [today + 30]: secondsEach }, undefined]);
    // With load balancing in the parameters, days are counted however far ahead they are.
    const all = (await loadFor(nightMs)).planAt("u1", nightMs)?.plannedSeconds;
    expect(all).toEqual({ [today + 30]: secondsEach, [today + 31]: secondsEach });
  });

  /** The load for answers at these times. */
  function loadFor(...times: readonly number[]) {
    const answers = times.map((atMs) => ({ userId: "u1", atMs }));
    return openReviewLoad(app.deps.database, answers, sources);
  }

  it("is counted by the engine's days, from today on", async () => {
    const dayStartMs = nightMs - 22 * HOUR_MS;
    const dayEndMs = dayStartMs + DAY_MS;
    await addDueWords("u1", [
      dayStartMs - 1,
      dayStartMs,
      dayEndMs - 1,
      dayEndMs,
      dayEndMs + DAY_MS,
    ]);
    const load = await loadFor(nightMs);
    expect(load.planAt("u1", nightMs)?.plannedSeconds).toEqual({
      [today]: 2 * secondsEach,
      [today + 1]: secondsEach,
      [today + 2]: secondsEach,
    });
  });

  it("changes with words that are moved, but not with overdue ones", async () => {
    await addDueWords("u1", [nightMs + DAY_MS, nightMs + DAY_MS]);
    const load = await loadFor(nightMs);
    load.leave("u1", nightMs + DAY_MS);
    load.join("u1", nightMs + 5 * DAY_MS);
    load.leave("u1", nightMs - 3 * DAY_MS);
    load.leave("u1", null);
    expect(load.planAt("u1", nightMs)?.plannedSeconds).toEqual({
      [today + 1]: secondsEach,
      [today + 5]: secondsEach,
    });
  });

  it("numbers days by each answer's UTC offset across a change of daylight saving", async () => {
    const laterMs = nightMs + 4 * DAY_MS;
    const dueMs = Date.parse("2026-03-20T08:30:00Z");
    await addDueWords("u1", [dueMs]);
    const load = await loadFor(nightMs, laterMs);
    const days = [nightMs, laterMs].map((atMs) => {
      return Object.keys(load.planAt("u1", atMs)?.plannedSeconds ?? {});
    });
    const expected = [-300, -240].map((offset) => [String(localDay(dueMs, offset, 4))]);
    expect(days).toEqual(expected);
    expect(expected[0]).not.toEqual(expected[1]);
  });
});
