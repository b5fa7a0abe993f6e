import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RecordDraft } from "@wordloom/contract";
import {
  defaultParameters,
  dueAfterFit,
  nextReviewAtMs,
  type EngineParameters,
  type SspPolicy,
  withParameters,
  type WordMemory,
} from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { giveLongHistory } from "../../../testing/rows/long-history.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { readEngineState } from "../amas/engine-states.service.ts";
import { storeConfiguration } from "../engine-config/engine-config.service.ts";
import {
  solveCommonPolicies,
  solveLearnersPolicies,
} from "../memory-fits/missing-policies.service.ts";
import { solveInThread } from "../memory-fits/fit-thread.service.ts";
import { requestNewDates } from "./fit-requests.service.ts";
import { saveGoal } from "./learner-goals.service.ts";
import { runNextFit } from "../memory-fits/memory-fits.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { findWordState } from "../../progress/word-states/word-states.repo.ts";
import { hasPolicy, storePolicy, targetsOf, targetSource } from "./interval-policies.service.ts";

// With optimal intervals enabled, policies are solved for everyone and for learners with personal
// weights, and decide when words are due. The real solver runs in its thread, on a coarse grid.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
const directory = mkdtempSync(join(memoryFolder(), "wordloom-policies-"));
const signal = new AbortController().signal;
const DAY_MS = 86_400_000;
const WORDS = Array.from({ length: 12 }, (_, n) => `w${n + 1}`);
const byHand = { source: "manual", authorAdminId: null } as const;
const fitEarly = withParameters(defaultParameters(), {
  "fit.minReviews": 8,
  "fit.growthRatio": 1.5,
  "ssp.base": 1.3,
  "ssp.linearStepDays": 30,
  "ssp.rStep": 0.03,
});
const optimal = withParameters(fitEarly, { "featureFlags.sspEnabled": true });
let needs: Needs;

beforeAll(async () => {
  needs = await openLearningNeeds({ AMAS_CONFIG_FILE: join(directory, "config.toml") });
  await needs.words(...WORDS);
  await addPlainLearners(needs.database, ["fitted", "early", "eager", "plain"]);
});
afterAll(async () => {
  await needs.close();
  rmSync(directory, { recursive: true });
});
afterEach(async () => void (await needs.database.deleteFrom("engine_policies").execute()));

const serve = (parameters: EngineParameters) => storeConfiguration(needs, parameters, byHand);

async function study(userId: string, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    needs.wait(3 * DAY_MS);
    await answer(userId, ...WORDS);
  }
}

async function answer(userId: string, ...wordIds: readonly string[]): Promise<void> {
  const answers = wordIds.map((wordId) => {
    needs.wait(20_000);
    const draft = RecordDraft.parse({
      wordId,
      isCorrect: true,
      responseTimeMs: 2_000,
      selfRating: 2,
    });
    return { userId, draft, acceptedAtMs: needs.clock.nowMs() };
  });
  await applyAnswers(needs, answers);
}

function subjectOf(userId: string, weights: number[] | null, parameters: EngineParameters) {
  const fit = { weights, fittedAtMs: null, reviews: 0, targets: 0 };
  const goal = { kind: "balanced" } as const;
  return targetSource(needs, { userId, fit, parameters, goal }).subject;
}

async function owners(): Promise<string[]> {
  const rows = await needs.database.selectFrom("engine_policies").select("user_id").execute();
  return rows.map((row) => row.user_id).sort();
}

async function memoriesOf(userId: string): Promise<Map<string, WordMemory>> {
  const rows = await needs.database
    .selectFrom("word_states")
    .select(["word_id", "memory_json"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map((row) => [row.word_id, memoryFromJson(row.memory_json ?? "")]));
}

/** Days until a word just answered is due. */
async function pauseOf(userId: string): Promise<number> {
  await answer(userId, "w1");
  const state = await findWordState(needs.database, userId, "w1");
  return ((state?.next_review_at_ms ?? 0) - needs.clock.nowMs()) / DAY_MS;
}

describe("optimal intervals", () => {
  it("are solved for everyone once the configuration enables them, and only once", async () => {
    await serve(fitEarly);
    await solveCommonPolicies(needs, signal);
    expect(await owners()).toEqual([]);
    await serve(optimal);
    await solveCommonPolicies(needs, signal);
    const [first] = await needs.database.selectFrom("engine_policies").selectAll().execute();
    expect(first?.user_id).toBe("");
    needs.wait(1_000);
    await solveCommonPolicies(needs, signal);
    const again = await needs.database.selectFrom("engine_policies").selectAll().execute();
    expect(again).toEqual([first]);
  });

  it("decide when a word is due", async () => {
    await giveLongHistory(needs, "u1", "u2");
    await serve(fitEarly);
    const usual = await pauseOf("u1");
    await serve(optimal);
    await solveCommonPolicies(needs, signal);
    needs.wait(120_000);
    const best = await pauseOf("u2");
    expect(best).toBeGreaterThan(0);
    expect(best).not.toBeCloseTo(usual, 3);
  });

  it("use another objective, stored separately, if a known day has a value", async () => {
    const withDayValue = {
      ...needs,
      settings: { ...needs.settings, AMAS_SECONDS_PER_KNOWN_DAY: 5 },
    };
    const endless = withParameters(optimal, { "ssp.targetStabilityDays": 3650 });
    await serve(endless);
    await solveCommonPolicies(withDayValue, signal);
    const [row] = await needs.database.selectFrom("engine_policies").selectAll().execute();
    const { stabilities, recalls } = JSON.parse(row?.policy_json ?? "{}") as SspPolicy;
    const at = (days: number) => recalls[stabilities.findIndex((from) => from >= days)] ?? 0;
    expect(at(3000)).toBeGreaterThan(at(3));
    const learner = await readEngineState(needs, "u1");
    const states = { get: () => learner };
    const sources = { states, served: () => ({ parameters: endless }) };
    const [stored, missing] = await Promise.all(
      [withDayValue, needs].map((deps) => targetsOf(deps, deps.database, ["u1"], sources)),
    );
    expect(stored?.("u1").sspPolicy?.recalls).toEqual(recalls);
    expect(missing?.("u1")).toEqual({});
  });

  it("are solved together with a fit, for the new weights", async () => {
    await serve(optimal);
    await study("fitted", 3);
    const before = await memoriesOf("fitted");
    while (await runNextFit(needs, signal));
    expect(await owners()).toContain("fitted");
    const learner = await readEngineState(needs, "fitted");
    const states = { get: () => learner };
    const served = () => ({ parameters: optimal });
    const targets = await targetsOf(needs, needs.database, ["fitted"], { states, served });
    const recalls = targets("fitted").sspPolicy?.recalls ?? [];
    expect(Math.min(...recalls)).toBeGreaterThanOrEqual(0.7);
    expect(Math.max(...recalls)).toBeLessThanOrEqual(0.99);
    for (const [wordId, memory] of await memoriesOf("fitted")) {
      const word = { id: wordId, text: `text ${wordId}`, difficulty: 0.5 };
      const context = { word, wordRating: null, ...targets("fitted") };
      const lastAtMs = memory.trace?.lastAtMs ?? 0;
      const { atMs } = nextReviewAtMs(learner, memory, lastAtMs, optimal, context);
      const dueBeforeMs = before.get(wordId)?.dueAtMs ?? 0;
      expect(memory.dueAtMs).toBe(dueAfterFit(dueBeforeMs, atMs, needs.clock.nowMs()));
    }
    await serve(fitEarly);
  });

  it("are solved later for learners who were fitted before they were enabled", async () => {
    await serve(fitEarly);
    await study("early", 3);
    while (await runNextFit(needs, signal));
    expect(await owners()).toEqual([]);
    expect(await solveLearnersPolicies(needs, signal)).toBe(0);
    await serve(optimal);
    expect(await solveLearnersPolicies(needs, signal)).toBeGreaterThan(0);
    expect(await owners()).toContain("early");
    expect(await solveLearnersPolicies(needs, signal)).toBe(0);
  });

  it("for a learner's old weights are removed at once, those for everyone later", async () => {
    const policy = { schema: 1 as const, stabilities: [1, 2], recalls: [0.9, 0.9, 0.9, 0.9] };
    const weights = (first: number) => [first, ...optimal.memoryModel.w.slice(1)];
    for (const first of [0.1, 0.2]) {
      const own = subjectOf("early", weights(first), optimal);
      const variant = withParameters(optimal, { "ssp.rMax": 0.9 + first });
      const common = subjectOf("early", null, variant);
      if (own === undefined || common === undefined) throw new Error("nothing to solve");
      await storePolicy(needs, needs.database, own, policy);
      await storePolicy(needs, needs.database, common, policy);
      needs.wait(1);
    }
    expect(await owners()).toEqual(["", "", "early"]);
  });

  it("are not stored for an erased account", async () => {
    const own = subjectOf("erased", [...optimal.memoryModel.w], optimal);
    if (own === undefined) throw new Error("nothing to solve");
    await storePolicy(needs, needs.database, own, { schema: 1, stabilities: [], recalls: [] });
    expect(await owners()).toEqual([]);
  });
});

describe("a learner's goal", () => {
  const wants = (userId: string, goal: "own_recall" | "learn_fastest", recall?: number) =>
    saveGoal(needs.database, {
      user_id: userId,
      goal,
      updated_at_ms: needs.clock.nowMs(),
      ...(recall !== undefined && { own_recall: recall }),
    });

  it("decides when a word is due, and reschedules the words of a fitted learner", async () => {
    await giveLongHistory(needs, "eager", "plain");
    await serve(fitEarly);
    await study("eager", 3);
    while (await runNextFit(needs, signal));
    const before = await memoriesOf("eager");
    await wants("eager", "own_recall", 0.75);
    await requestNewDates(needs.database, "eager", needs.clock.nowMs());
    expect(await runNextFit(needs, signal)).toBe(true);
    for (const [wordId, { dueAtMs }] of await memoriesOf("eager")) {
      expect(dueAtMs).toBeGreaterThan(before.get(wordId)?.dueAtMs ?? Infinity);
    }
    needs.wait(120_000);
    const [own, usual] = [await pauseOf("eager"), await pauseOf("plain")];
    expect(own).toBeGreaterThan(usual);
  });

  it("has no dates to change before the first fit, nor while a fit waits", async () => {
    await requestNewDates(needs.database, "plain", needs.clock.nowMs());
    expect(await runNextFit(needs, signal)).toBe(false);
  });

  it("is solved for the weights and times of a learner, and used from then on", async () => {
    const learner = await readEngineState(needs, "plain");
    const costs = { recallSecs: 3, forgetSecs: 6 };
    const fit = { ...learner.fit, weights: [...fitEarly.memoryModel.w], costs };
    const sources = { states: { get: () => ({ ...learner, fit }) } };
    const served = () => ({ parameters: fitEarly });
    const targets = async () =>
      (await targetsOf(needs, needs.database, ["plain"], { ...sources, served }))("plain");
    await wants("plain", "learn_fastest");
    expect(await targets()).toEqual({ schedule: { kind: "recall", recall: 0.86 } });
    const goal = { kind: "learn_fastest" } as const;
    const scheduled = { userId: "plain", fit, parameters: fitEarly, goal };
    const { subject } = targetSource(needs, scheduled);
    if (subject === undefined) throw new Error("nothing to solve");
    const policy = await solveInThread(needs, subject, signal);
    await storePolicy(needs, needs.database, subject, policy);
    expect(await targets()).toEqual({ schedule: { kind: "policy", policy } });
    const other = targetSource(needs, { ...scheduled, goal: { kind: "balanced" } }).subject;
    expect(other && (await hasPolicy(needs, other))).toBe(false);
  });
});
