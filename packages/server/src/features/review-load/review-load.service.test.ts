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
import { buildTestApp, type TestApp } from "../../testing/build-test-app.ts";
import { closeCleanDatabase, openCleanDatabase } from "../../testing/database-cleaner.ts";
import { storeConfiguration } from "../engine-config/engine-config.service.ts";
import { applyAnswers } from "../records/apply.service.ts";
import {
  listWordStates,
  newWordState,
  saveWordStates,
} from "../word-states/word-states.service.ts";
import { openReviewLoad } from "./review-load.service.ts";

// What we check: due dates make room for each other where the parameters want days evened out, and
// nothing is asked or moved where they do not. How: words whose first right answer puts them off
// for more than a week, and a heap of words that are due on the same day.
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SHARE = 0.2;
let app: TestApp;
let statements: string[] = [];

const watch: KyselyPlugin = {
  transformQuery({ node }) {
    statements.push(JSON.stringify(node));
    return node;
  },
  transformResult: async ({ result }) => result,
};

beforeEach(async () => {
  app = await buildTestApp({ database: (await openCleanDatabase()).withPlugin(watch) });
  await app.words([{}, {}, {}]);
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

/** Words of the learner that are due at these moments. */
async function heap(userId: string, dueAtMs: readonly number[]): Promise<void> {
  const rows = dueAtMs.map((next_review_at_ms, index) => {
    return { ...newWordState(userId, `heap${index}`, 0), next_review_at_ms };
  });
  await saveWordStates(app.deps.database, rows);
}

/** Twenty words that are due so many days from now. */
function heapIn(days: number, userId: string): Promise<void> {
  const dueMs = app.clock.nowMs() + Math.round(days * DAY_MS);
  return heap(
    userId,
    Array.from({ length: 20 }, () => dueMs),
  );
}

type Answer = readonly [userId: string, wordId: string, how?: "wrong"];

/** Answers to words, all in one run. */
async function answerAll(...all: readonly Answer[]) {
  const acceptedAtMs = app.clock.nowMs();
  const answers = all.map(([userId, wordId, how]) => {
    const isCorrect = how !== "wrong";
    const bare = { wordId, isCorrect, responseTimeMs: 2000, selfRating: isCorrect ? 2 : 0 };
    return { userId, draft: RecordDraft.parse(bare), acceptedAtMs };
  });
  return applyAnswers(app.deps, answers);
}

async function stateOf(userId: string, wordId: string) {
  const [row] = await listWordStates(app.deps.database, userId, [wordId]);
  if (row === undefined) throw new Error(`${userId} has not met ${wordId}`);
  return row;
}

async function pauseOf(userId: string, wordId: string): Promise<number> {
  const { next_review_at_ms } = await stateOf(userId, wordId);
  return ((next_review_at_ms ?? Number.NaN) - app.clock.nowMs()) / DAY_MS;
}

/** Days for which a first right answer puts a word off, when nothing else is planned. */
async function usualPause(): Promise<number> {
  await answerAll(["someone", "w1"]);
  return pauseOf("someone", "w1");
}

describe("a due date", () => {
  it("goes beside a heap of words, as near as it can, and the answer says when", async () => {
    await balance(SHARE);
    const usual = await usualPause();
    await heapIn(usual, "u1");
    const [applied] = await answerAll(["u1", "w1"]);
    expect(usual).toBeCloseTo(11.26, 2);
    expect(await pauseOf("u1", "w1")).toBe(12);
    const told = { result: { wordMastery: { nextReviewIntervalSecs: (12 * DAY_MS) / 1000 } } };
    expect(applied).toMatchObject(told);
  });

  it("minds no words of other learners", async () => {
    await balance(SHARE);
    const usual = await usualPause();
    await heapIn(usual, "u2");
    await answerAll(["u1", "w1"]);
    expect(await pauseOf("u1", "w1")).toBe(usual);
  });

  it("stays with a share of 0, to the last bit", async () => {
    await balance(0);
    await heapIn(await usualPause(), "u2");
    await answerAll(["u1", "w2"], ["u2", "w3"]);
    const [bare, heaped] = [await stateOf("u1", "w2"), await stateOf("u2", "w3")];
    const memory_json = bare.memory_json?.replace("w2", "w3");
    expect(heaped).toEqual({ ...bare, user_id: "u2", word_id: "w3", memory_json });
  });
});

describe("answers in one run", () => {
  it("see where those before them have put their words", async () => {
    await balance(SHARE);
    const usual = await usualPause();
    await answerAll(["u1", "w1"], ["u1", "w2"], ["u1", "w3"], ["u2", "w2"]);
    const pauses = await Promise.all(["w1", "w2", "w3"].map((id) => pauseOf("u1", id)));
    expect(pauses).toEqual([usual, 12, 10]);
    expect(await pauseOf("u2", "w2")).toBe(usual);
  });

  it("free the day on which a word was due before", async () => {
    await balance(SHARE);
    const usual = await usualPause();
    await answerAll(["u1", "w1"], ["u1", "w1", "wrong"], ["u1", "w2"]);
    expect(await pauseOf("u1", "w1")).toBeLessThan(usual - 1);
    expect(await pauseOf("u1", "w2")).toBeCloseTo(usual, 0);
  });

  it("cost one statement more for all learners, and none with a share of 0", async () => {
    const sent: string[][] = [];
    for (const [share, one, other] of [
      [SHARE, "u1", "u2"],
      [0, "u3", "u4"],
    ] as const) {
      await balance(share);
      await answerAll(["someone", "w1"], ["someone", "w2"]);
      statements = [];
      await answerAll([one, "w1"], [one, "w2"], [other, "w1"]);
      sent.push([...statements]);
    }
    const counting = sent.map((list) => list.filter((text) => text.includes("asked.shift_ms")));
    expect(counting.map(({ length }) => length)).toEqual([1, 0]);
    const off = sent[1]?.length ?? 0;
    expect(sent.map(({ length }) => length)).toEqual([off + 1, off]);
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
    dayRules: new Map([["u1", zone]]),
  };
  // Two o'clock at night in New York: still the day before for a learner whose day starts at four.
  const nightMs = Date.parse("2026-03-06T07:00:00Z");
  const today = localDay(nightMs, -300, zone.dayStartHour);

  /** For answers at these moments. */
  function loadFor(...times: readonly number[]) {
    const answers = times.map((atMs) => ({ userId: "u1", atMs }));
    return openReviewLoad(app.deps.database, answers, sources);
  }

  it("is counted in the days of the engine, from today on", async () => {
    const dayBegan = nightMs - 22 * HOUR_MS;
    const justAfter = dayBegan + DAY_MS;
    await heap("u1", [dayBegan - 1, dayBegan, justAfter - 1, justAfter, justAfter + DAY_MS]);
    const load = await loadFor(nightMs);
    expect(load.planAt("u1", nightMs)?.plannedSeconds).toEqual({
      [today]: 2 * secondsEach,
      [today + 1]: secondsEach,
      [today + 2]: secondsEach,
    });
  });

  it("follows words that are moved; one that was overdue leaves no day", async () => {
    await heap("u1", [nightMs + DAY_MS, nightMs + DAY_MS]);
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

  it("is numbered by the clock of each answer when the clocks change between them", async () => {
    const laterMs = nightMs + 4 * DAY_MS;
    const dueMs = Date.parse("2026-03-20T08:30:00Z");
    await heap("u1", [dueMs]);
    const load = await loadFor(nightMs, laterMs);
    const days = [nightMs, laterMs].map((atMs) => {
      return Object.keys(load.planAt("u1", atMs)?.plannedSeconds ?? {});
    });
    const expected = [-300, -240].map((offset) => [String(localDay(dueMs, offset, 4))]);
    expect(days).toEqual(expected);
    expect(expected[0]).not.toEqual(expected[1]);
  });
});
