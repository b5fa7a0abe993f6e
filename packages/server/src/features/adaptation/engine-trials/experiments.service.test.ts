import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RecordDraft } from "@wordloom/contract";
import { defaultParameters, withParameters } from "@wordloom/engine";
import { experiments } from "@wordloom/engine/experiments";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { chooseBatches } from "../amas/amas.service.ts";
import { parametersInForce, storeConfiguration } from "../engine-config/engine-config.service.ts";
import { readEngineEvents } from "../engine-monitoring/engine-events.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { newWordState } from "../../progress/word-states/word-state.ts";
import { saveWordStates } from "../../progress/word-states/word-states.repo.ts";
import { startCanary, stopCanary } from "./canary.service.ts";
import { measureArms } from "./experiment-metrics.service.ts";
import { planExperiment } from "./experiment-plan.service.ts";
import { insertArms } from "./experiments.repo.ts";
import {
  concludeExperiment,
  listExperiments,
  measureExperiment,
  startExperiment,
  type ExperimentDraft,
} from "./experiments.service.ts";
import { parametersOfLearner } from "./learner-parameters.service.ts";
import { followTrials } from "./trials-in-force.service.ts";

// Checks that arms are drawn once and stored, determine the engine's parameters, and are measured
// by learner, and that only a successful treatment is adopted. The tests use a patch with a known
// initial stability and insert figures into the tables.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
const directory = mkdtempSync(join(memoryFolder(), "wordloom-experiments-"));
const DAY_MS = 86_400_000;
const origin = { source: "manual", authorAdminId: null } as const;
const standard = defaultParameters();
const USUAL_DAYS = standard.memoryModel.w[2];
const treatmentPatch = { "memoryModel.w[2]": 5.5 };
const draft: ExperimentDraft = { name: "Longer", treatmentPatch, primaryMetric: "day7_retention" };
const LEARNERS = Array.from({ length: 300 }, (_, n) => `u${n}`);
let needs: Needs;

beforeAll(async () => {
  needs = await openLearningNeeds({ AMAS_CONFIG_FILE: join(directory, "config.toml") });
  await needs.words("w1", "w2");
  await addPlainLearners(needs.database, LEARNERS);
  await storeConfiguration(needs, standard, origin);
});
afterAll(async () => {
  await needs.close();
  rmSync(directory, { recursive: true });
});
afterEach(async () => {
  for (const table of ["experiments", "experiment_arms", "daily_activity"] as const) {
    await needs.database.deleteFrom(table).execute();
  }
  await followTrials(needs);
});

async function answer(userId: string, wordId = "w1"): Promise<void> {
  const draft = RecordDraft.parse({ wordId, isCorrect: true, responseTimeMs: 2_000 });
  const good = { ...draft, selfRating: 2 };
  await applyAnswers(needs, [{ userId, draft: good, acceptedAtMs: needs.clock.nowMs() }]);
}

async function daysOf(userId: string): Promise<number | undefined> {
  return (await parametersOfLearner(needs, userId)).parameters.memoryModel.w[2];
}

async function frozenArms(): Promise<Map<string, string>> {
  const rows = await needs.database.selectFrom("experiment_arms").selectAll().execute();
  return new Map(rows.map((row) => [row.user_id, row.arm]));
}

/** Finds a learner drawn into this arm. */
async function learnerIn(arm: "control" | "treatment", from = LEARNERS): Promise<string> {
  const wanted = arm === "treatment" ? 5.5 : USUAL_DAYS;
  for (const userId of from) {
    const { experimentArm } = await parametersOfLearner(needs, userId);
    if (experimentArm !== null && (await daysOf(userId)) === wanted) return userId;
  }
  throw new Error(`no learner is in ${arm}`);
}

describe("an experiment", () => {
  it("divides learners into halves that get their own parameters", async () => {
    await startExperiment(needs, draft);
    const treated: string[] = [];
    for (const userId of LEARNERS) if ((await daysOf(userId)) === 5.5) treated.push(userId);
    // Six standard deviations of a fair draw, because the experiment's id differs in every run.
    expect(treated.length).toBeGreaterThan(150 - 52);
    expect(treated.length).toBeLessThan(150 + 52);
    expect((await frozenArms()).size).toBe(0);
  });

  it("stores a learner's arm with the first answer or batch", async () => {
    const { id } = await startExperiment(needs, draft);
    const [control, treated] = [await learnerIn("control"), await learnerIn("treatment")];
    await answer(treated);
    const request = { nowMs: needs.clock.nowMs(), key: "k", exclude: [], shown: [] };
    await chooseBatches(needs, needs.database, [{ userId: control, words: [], request }]);
    expect(await frozenArms()).toEqual(
      new Map([
        [treated, "treatment"],
        [control, "control"],
      ]),
    );
    const [event] = await readEngineEvents(needs, 1);
    expect(event).toMatchObject({ user_id: treated, experiment_arm: `${id}:treatment` });
  });

  it("keeps a stored arm even if the draw would differ", async () => {
    const { id } = await startExperiment(needs, draft);
    const treated = await learnerIn("treatment");
    const row = { experiment_id: id, user_id: treated, arm: "control" } as const;
    await insertArms(needs.database, [{ ...row, exposed_day: "2026-05-01", exposed_at_ms: 0 }]);
    expect(await daysOf(treated)).toBe(USUAL_DAYS);
  });

  it("stores the day of the first exposure in the learner's calendar, once", async () => {
    await startExperiment(needs, draft);
    const zone = { time_zone: "Pacific/Kiritimati", day_start_hour: 0 };
    const preferences = { user_id: "u1", ...zone };
    await needs.database.insertInto("preferences").values(preferences).execute();
    await answer("u1");
    needs.wait(3 * DAY_MS);
    await answer("u1");
    const [row] = await needs.database.selectFrom("experiment_arms").selectAll().execute();
    const firstMs = needs.clock.nowMs() - 3 * DAY_MS;
    expect(row?.exposed_at_ms).toBe(firstMs);
    expect(row?.exposed_day).toBe(localDay(firstMs, zone.time_zone));
  });

  it("excludes learners beyond its share of traffic", async () => {
    await startExperiment(needs, { ...draft, trafficPct: 20 });
    const arms = await Promise.all(LEARNERS.map((userId) => parametersOfLearner(needs, userId)));
    const inside = arms.filter(({ experimentArm }) => experimentArm !== null);
    // Six standard deviations, as above.
    expect(inside.length).toBeGreaterThan(60 - 42);
    expect(inside.length).toBeLessThan(60 + 42);
    const outsider = LEARNERS.find((_, n) => arms[n]?.experimentArm === null) ?? "";
    await answer(outsider);
    expect((await frozenArms()).size).toBe(0);
  });

  it("stores every decision of its learners, sampled or not", async () => {
    const few = { "monitoring.sampleRate": 0, "coldStart.classifyToExploreEvents": 5 };
    await storeConfiguration(needs, withParameters(standard, few), origin);
    await startExperiment(needs, draft);
    const count = async () => (await readEngineEvents(needs, 500)).length;
    const before = await count();
    for (let n = 0; n < 5; n += 1) await answer("u7");
    expect(await count()).toBe(before + 5);
    await storeConfiguration(needs, standard, origin);
  });

  it("serves the plain configuration when the treatment is no longer valid with it", async () => {
    // The fourth weight must not be below the third.
    const clashing = { "memoryModel.w[3]": 5 };
    await startExperiment(needs, draft);
    const treated = await learnerIn("treatment");
    await storeConfiguration(needs, withParameters(standard, clashing), origin);
    const { parameters } = await parametersOfLearner(needs, treated);
    expect(parameters).toEqual(parametersInForce(needs).parameters);
    await storeConfiguration(needs, standard, origin);
  });
});

describe("startExperiment", () => {
  it.each<[string, Partial<ExperimentDraft>]>([
    ["INVALID_METRIC", { primaryMetric: "happiness" }],
    ["INVALID_METRIC", { guardrailMetrics: ["toString"] }],
    ["INVALID_EXPERIMENT", { name: "  " }],
    ["INVALID_EXPERIMENT", { name: "x".repeat(201) }],
    ["INVALID_EXPERIMENT", { guardrailMetrics: ["day7_retention"] }],
    ["INVALID_EXPERIMENT", { minSample: 0 }],
    ["INVALID_EXPERIMENT", { minSample: 1.5 }],
    ["INVALID_EXPERIMENT", { alpha: 0 }],
    ["INVALID_EXPERIMENT", { alpha: 1 }],
    ["INVALID_EXPERIMENT", { mde: -0.01 }],
    ["INVALID_EXPERIMENT", { trafficPct: 0 }],
    ["INVALID_EXPERIMENT", { trafficPct: 100.5 }],
    ["INVALID_EXPERIMENT", { treatmentPatch: {} }],
    ["AMAS_INVALID_CONFIG", { treatmentPatch: { "no.such": 1 } }],
    ["AMAS_INVALID_CONFIG", { treatmentPatch: { memoryModel: 1 } }],
    ["AMAS_INVALID_CONFIG", { treatmentPatch: { "memoryModel.w[2]": "much" } }],
    ["AMAS_INVALID_CONFIG", { treatmentPatch: { "memoryModel.w[2]": -1 } }],
  ])("refuses with %s: %o", async (code, change) => {
    await expect(startExperiment(needs, { ...draft, ...change })).rejects.toMatchObject({ code });
    expect(await listExperiments(needs)).toEqual([]);
  });

  it("refuses a second one while one is running", async () => {
    const first = await startExperiment(needs, draft);
    const second = startExperiment(needs, draft);
    await expect(second).rejects.toMatchObject({ code: "EXPERIMENT_RUNNING" });
    expect(await listExperiments(needs, "running")).toEqual([first]);
    expect(await listExperiments(needs, "concluded_adopt")).toEqual([]);
  });

  it("and a canary never change the same parameter", async () => {
    const snapshot = withParameters(standard, { "memoryModel.w[2]": 6 });
    const { versionHash } = await storeConfiguration(needs, snapshot, origin);
    await storeConfiguration(needs, standard, origin);
    await startCanary(needs, { versionHash, percent: 10 });
    await expect(startExperiment(needs, draft)).rejects.toMatchObject({ code: "CONFLICT" });
    const elsewhere = { "monitoring.eceAlert": 0.25 };
    await startExperiment(needs, { ...draft, treatmentPatch: elsewhere });
    await stopCanary(needs);
    await needs.database.deleteFrom("experiments").execute();
    await startExperiment(needs, draft);
    const late = startCanary(needs, { versionHash, percent: 10 });
    await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("what is measured", () => {
  let day = "";
  let id = "";

  beforeEach(async () => {
    ({ id } = await startExperiment(needs, draft));
    needs.wait(60 * DAY_MS);
    day = localDay(needs.clock.nowMs(), "UTC");
  });

  /** A learner first exposed some days ago who answered on these days since. */
  async function learner(
    userId: string,
    arm: "control" | "treatment",
    daysAgo: number,
    activeOn: readonly number[],
  ): Promise<number> {
    const exposed_at_ms = needs.clock.nowMs() - daysAgo * DAY_MS;
    const exposed_day = shiftDay(day, -daysAgo);
    const row = { experiment_id: id, user_id: userId, arm, exposed_day, exposed_at_ms };
    await insertArms(needs.database, [row]);
    const nothing = { response_time_total_ms: 0, new_words: 0, review_words: 0 };
    for (const after of activeOn) {
      await needs.database
        .insertInto("daily_activity")
        .values({
          user_id: userId,
          day: shiftDay(exposed_day, after),
          category: "all",
          answers: 12,
          correct: 0,
          mastered_words: 0,
          study_ms: 0,
          ...nothing,
        })
        .execute();
    }
    return exposed_at_ms;
  }

  const figures = async () => {
    const { control } = await measureArms(needs, id);
    return control.metrics;
  };

  it("retention counts answers on exactly that day, once the day has passed", async () => {
    await learner("back", "control", 40, [0, 7, 30]);
    await learner("gone", "control", 40, [0, 6, 8, 29, 31]);
    await learner("fresh", "control", 8, [0, 7]);
    const { day7_retention, day30_retention } = await figures();
    expect(day7_retention).toEqual({ stats: { successes: 1, n: 2 }, mean: 0.5 });
    expect(day30_retention).toEqual({ stats: { successes: 1, n: 2 }, mean: 0.5 });
  });

  it("reviews per day cover all days since, including days without answers", async () => {
    await learner("u1", "control", 11, [0, 1]);
    expect((await figures()).reviews_per_day).toMatchObject({ mean: 2.4, stats: { n: 1 } });
  });

  it("completion is the share of sessions started since, over all learners", async () => {
    const exposedMs = await learner("u1", "control", 11, []);
    await learner("u2", "control", 11, []);
    const session = (n: number, status: "completed" | "abandoned", atMs: number, user = "u1") =>
      needs.database
        .insertInto("learning_sessions")
        .values({
          id: `s${n}`,
          user_id: user,
          status: status as "completed",
          target_mastery_count: 1,
          last_event_at_ms: atMs,
          created_at_ms: atMs,
          updated_at_ms: atMs,
        })
        .execute();
    await session(1, "completed", exposedMs - 1);
    await session(2, "completed", exposedMs);
    await session(3, "abandoned", exposedMs + DAY_MS);
    await session(4, "abandoned", exposedMs + DAY_MS, "u2");
    await session(5, "completed", needs.clock.nowMs() - 1);
    const { session_completion } = await figures();
    expect(session_completion).toMatchObject({ mean: 1 / 3, stats: { n: 2 } });
    await needs.database.deleteFrom("learning_sessions").execute();
  });

  it("hold counts words mastered a month ago that were not forgotten within a month", async () => {
    const exposedMs = await learner("u1", "control", 50, []);
    const word = async (wordId: string, ...edges: readonly number[]) => {
      const mastery_edges = edges.length === 0 ? null : JSON.stringify(edges);
      await saveWordStates(needs.database, [
        { ...newWordState("u1", wordId, exposedMs), last_answer_at_ms: exposedMs, mastery_edges },
      ]);
    };
    const monthLaterMs = exposedMs + 30 * DAY_MS;
    await word("kept", exposedMs);
    await word("lost", exposedMs, -monthLaterMs);
    await word("lost late", exposedMs, -(monthLaterMs + 1));
    await word("found again", exposedMs - 2, -(exposedMs - 1), exposedMs + DAY_MS);
    await word("before", exposedMs - 1);
    await word("too soon", needs.clock.nowMs() - 29 * DAY_MS);
    await word("never");
    expect((await figures()).mastered_hold).toMatchObject({ mean: 0.75, stats: { n: 1 } });
  });

  it("without data the metrics are null, and the arms are separate", async () => {
    await learner("u1", "treatment", 1, []);
    const { control, treatment } = await measureArms(needs, id);
    expect([control.users, treatment.users]).toEqual([0, 1]);
    expect(control.metrics.mastered_hold.mean).toBeNull();
    expect(treatment.metrics.day7_retention.mean).toBeNull();
  });

  it("a successful treatment is adopted as a new version, for everyone", async () => {
    for (let n = 0; n < 200; n += 1) {
      await learner(`c${n}`, "control", 20, n % 4 === 0 ? [0, 7] : [0]);
      await learner(`t${n}`, "treatment", 20, n % 4 === 0 ? [0] : [0, 7]);
    }
    const { conclusion } = await measureExperiment(needs, id);
    expect(conclusion).toMatchObject({ canAdopt: true, reasons: [] });
    expect(conclusion.primary).toMatchObject({ diff: 0.5, basis: "fixed_horizon" });
    const { versionHash: before } = parametersInForce(needs);
    const ended = await concludeExperiment(needs, id, { adopt: true, adminId: "a1" });
    const { versionHash, parameters } = parametersInForce(needs);
    expect(ended).toMatchObject({ status: "concluded_adopt", versionHash: before });
    expect(versionHash).not.toBe(before);
    expect(parameters.memoryModel.w[2]).toBe(5.5);
    expect((await parametersOfLearner(needs, "anyone")).experimentArm).toBeNull();
    await storeConfiguration(needs, standard, origin);
  });

  it("an unsuccessful treatment is refused, and the experiment can end without it", async () => {
    await learner("c1", "control", 20, [0]);
    const adopt = concludeExperiment(needs, id, { adopt: true, adminId: null });
    await expect(adopt).rejects.toMatchObject({ code: "EXPERIMENT_NOT_ADOPTABLE" });
    const ended = await concludeExperiment(needs, id, { adopt: false, adminId: null });
    expect(ended).toMatchObject({ status: "concluded_reject", concludedAtMs: expect.any(Number) });
    const again = concludeExperiment(needs, id, { adopt: false, adminId: null });
    await expect(again).rejects.toMatchObject({ code: "EXPERIMENT_NOT_RUNNING" });
    const unknown = measureExperiment(needs, "no such");
    await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("planExperiment", () => {
  it("uses recently started learners as baseline", async () => {
    const day = localDay(needs.clock.nowMs(), "UTC");
    const nothing = { response_time_total_ms: 0, new_words: 0, review_words: 0, correct: 0 };
    for (let n = 0; n < 10; n += 1) {
      for (const after of n % 2 === 0 ? [0, 7] : [0]) {
        const days = { day: shiftDay(day, after - 20), category: "all" as const, answers: 1 };
        const row = { user_id: `n${n}`, ...days, ...nothing, mastered_words: 0, study_ms: 0 };
        await needs.database.insertInto("daily_activity").values(row).execute();
      }
    }
    const plan = await planExperiment(needs, { primaryMetric: "day7_retention", mde: 0.1 });
    expect(plan).toMatchObject({ baseline: 0.5, eligibleUsers: 10 });
    expect(plan.perArm).toBeGreaterThan(1_500);
    expect(plan.estimatedDays).toBe(Math.ceil((2 * plan.perArm) / (10 / 90)));
    const finer = await planExperiment(needs, { primaryMetric: "day7_retention", mde: 0.05 });
    expect(finer.perArm).toBeGreaterThan(plan.perArm);
  });

  it("assumes one half without learners", async () => {
    const goal = { mde: 0.1, alpha: 0.05, power: 0.8 };
    const half = { kind: "proportion", base: 0.5, target: 0.55, alpha: 0.05, power: 0.8 } as const;
    const perArm = experiments.sampleSize(half);
    for (const primaryMetric of ["mastered_hold", "day7_retention", "reviews_per_day"]) {
      const plan = await planExperiment(needs, { primaryMetric, ...goal });
      expect(plan).toEqual({ perArm, eligibleUsers: 0, estimatedDays: null, baseline: null });
    }
    const wrong = planExperiment(needs, { primaryMetric: "mastered_hold", mde: 0 });
    await expect(wrong).rejects.toMatchObject({ code: "INVALID_EXPERIMENT" });
  });
});
