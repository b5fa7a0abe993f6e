import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defaultParameters, withParameters } from "@wordloom/engine";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import {
  followNewestVersion,
  listVersions,
  parametersInForce,
  storeConfiguration,
} from "../engine-config/engine-config.service.ts";
import { startCanary, stopCanary } from "./canary.service.ts";
import { insertArms } from "./experiments.repo.ts";
import { concludeExperiment, startExperiment } from "./experiments.service.ts";
import { parametersOfLearner } from "./learner-parameters.service.ts";
import { followTrials } from "./trials-in-force.service.ts";

// Checks that canaries, experiments and versions started or ended concurrently on two processes
// stay consistent. A second database handle acts as another process.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
const directory = mkdtempSync(join(memoryFolder(), "wordloom-races-"));
const DAY_MS = 86_400_000;
const origin = { source: "manual", authorAdminId: null } as const;
const standard = defaultParameters();
const calmer = { "monitoring.eceAlert": 0.25 };
const treatmentPatch = { "memoryModel.w[2]": 5.5 };
const draft = { name: "Longer", treatmentPatch, primaryMetric: "day7_retention" };
const adopt = { adopt: true, adminId: "a1" } as const;
let needs: Needs;
let other: Needs;
let versionHash = "";

beforeAll(async () => {
  needs = await openLearningNeeds({ AMAS_CONFIG_FILE: join(directory, "config.toml") });
  const tried = withParameters(standard, { "memoryModel.w[2]": 6 });
  ({ versionHash } = await storeConfiguration(needs, tried, origin));
  await storeConfiguration(needs, standard, origin);
  other = { ...needs, database: needs.database.withoutPlugins() };
  await followNewestVersion(other);
});
afterAll(async () => {
  await needs.close();
  rmSync(directory, { recursive: true });
});
afterEach(async () => {
  await stopCanary(needs);
  for (const table of ["experiments", "experiment_arms", "daily_activity"] as const) {
    await needs.database.deleteFrom(table).execute();
  }
  await followTrials(needs);
  await followTrials(other);
});

const outcomes = async (all: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map(({ status }) => status).toSorted();

describe("a canary and an experiment that change the same parameter", () => {
  it("exclude each other although the canary was started on another process", async () => {
    await startCanary(needs, { versionHash, percent: 10 });
    const late = startExperiment(other, draft);
    await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("exclude each other although they start together", async () => {
    const both = [startCanary(needs, { versionHash, percent: 10 }), startExperiment(other, draft)];
    expect(await outcomes(both)).toEqual(["fulfilled", "rejected"]);
  });
});

describe("a version stored while a canary and an experiment run", () => {
  it("may differ from the canary in what the experiment patches: that comes last", async () => {
    const tried = withParameters(standard, { "memoryModel.w[2]": 6, ...calmer });
    const stored = await storeConfiguration(needs, tried, origin);
    await storeConfiguration(needs, withParameters(standard, { "memoryModel.w[2]": 6 }), origin);
    await startCanary(needs, { versionHash: stored.versionHash, percent: 100 });
    await startExperiment(needs, draft);
    await storeConfiguration(needs, standard, origin);
    const users = Array.from({ length: 30 }, (_, n) => `u${n}`);
    const served = await Promise.all(users.map((userId) => parametersOfLearner(needs, userId)));
    const seen = served.map(({ experimentArm, parameters }) => {
      return `${experimentArm?.split(":")[1]} ${parameters.memoryModel.w[2]}`;
    });
    expect(new Set(seen)).toEqual(new Set(["treatment 5.5", "control 6"]));
  });
});

describe("adopting a treatment", () => {
  /** Creates an experiment whose treatment brings more learners back. */
  async function convincing(): Promise<string> {
    const { id } = await startExperiment(needs, draft);
    needs.wait(60 * DAY_MS);
    const exposed_day = shiftDay(localDay(needs.clock.nowMs(), "UTC"), -20);
    const day = shiftDay(exposed_day, 7);
    const exposed_at_ms = needs.clock.nowMs() - 20 * DAY_MS;
    const arms = Array.from({ length: 400 }, (_, n) => ({
      experiment_id: id,
      user_id: `u${n}`,
      arm: n < 200 ? ("control" as const) : ("treatment" as const),
      exposed_day,
      exposed_at_ms,
    }));
    await insertArms(needs.database, arms);
    const returned = arms.filter(({ arm }, n) => (n % 4 === 0) === (arm === "control"));
    const nothing = { response_time_total_ms: 0, new_words: 0, review_words: 0, study_ms: 0 };
    const active = { day, category: "all" as const, answers: 9, correct: 0, mastered_words: 0 };
    const rows = returned.map(({ user_id }) => ({ user_id, ...active, ...nothing }));
    await needs.database.insertInto("daily_activity").values(rows).execute();
    await followTrials(other);
    return id;
  }

  const countVersions = async () => (await listVersions(needs, { limit: 500, offset: 0 })).length;

  it("does not revert a version just stored by another process", async () => {
    const id = await convincing();
    await storeConfiguration(needs, withParameters(standard, calmer), origin);
    await concludeExperiment(other, id, adopt);
    const both = withParameters(standard, { ...calmer, ...treatmentPatch });
    expect(parametersInForce(other).snapshot).toEqual(both);
    await storeConfiguration(needs, standard, origin);
    await followNewestVersion(other);
  });

  it("happens once, although two processes do it concurrently", async () => {
    const id = await convincing();
    const before = await countVersions();
    const both = [needs, other].map((process) => concludeExperiment(process, id, adopt));
    expect(await outcomes(both)).toEqual(["fulfilled", "rejected"]);
    expect(await countVersions()).toBe(before + 1);
    const again = concludeExperiment(needs, id, adopt);
    await expect(again).rejects.toMatchObject({ code: "EXPERIMENT_NOT_RUNNING" });
    await storeConfiguration(needs, standard, origin);
  });
});
