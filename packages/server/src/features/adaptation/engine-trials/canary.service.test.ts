import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RecordDraft } from "@wordloom/contract";
import { defaultParameters, withParameters, type EngineParameters } from "@wordloom/engine";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { chooseBatches, pickQuestion } from "../amas/amas.service.ts";
import { parametersInForce, storeConfiguration } from "../engine-config/engine-config.service.ts";
import { readMeter } from "../engine-monitoring/engine-counters.service.ts";
import { readEngineEvents } from "../engine-monitoring/engine-events.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { storeSetting, forgetSystemSettings } from "../../accounts/settings/settings.service.ts";
import { findWordState } from "../../progress/word-states/word-states.repo.ts";
import { flushArmStats, recordArmObservations, readArms } from "./arm-stats.service.ts";
import { findActiveCanary } from "./canary.repo.ts";
import {
  readAudience,
  readCanary,
  startCanary,
  stopCanary,
  superviseCanary,
  type CanaryDraft,
} from "./canary.service.ts";
import { canaryCounts, canaryMonitor } from "./engine-trials.worker.ts";
import { parametersOfLearner } from "./learner-parameters.service.ts";
import { followTrials, trialsInForce } from "./trials-in-force.service.ts";
import { partialDeps } from "../../../testing/app/partial-deps.ts";
import { expectTelling } from "../../../testing/rows/audit-states.ts";

// Checks that every engine call on every process serves a canary to its members and to nobody else,
// and that the monitor ends a bad one. The tests use a version with a known initial stability, and
// a second database handle acts as another process.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
const directory = mkdtempSync(join(memoryFolder(), "wordloom-canary-"));
const going = new AbortController().signal;
const DAY_MS = 86_400_000;
const origin = { source: "manual", authorAdminId: null } as const;
const standard = defaultParameters();
const variant = withParameters(standard, { "memoryModel.w[2]": 5.5 });
const LEARNERS = Array.from({ length: 400 }, (_, n) => `u${n}`);
let needs: Needs;
let versionHash = "";

beforeAll(async () => {
  needs = await openLearningNeeds({ AMAS_CONFIG_FILE: join(directory, "config.toml") });
  await needs.words("w1");
  versionHash = await versionOf(variant);
});
afterAll(async () => {
  await needs.close();
  rmSync(directory, { recursive: true });
});
beforeEach(() => needs.wait(DAY_MS));
afterEach(() => stopCanary(needs));

/** Stores a version and restores the default, so that the version exists but is not active. */
async function versionOf(parameters: EngineParameters): Promise<string> {
  const stored = await storeConfiguration(needs, parameters, origin);
  await storeConfiguration(needs, standard, origin);
  return stored.versionHash;
}

async function answer(userId: string, on: Needs = needs): Promise<number | undefined> {
  const draft = RecordDraft.parse({ wordId: "w1", isCorrect: true, responseTimeMs: 2_000 });
  const good = { ...draft, selfRating: 2 };
  await applyAnswers(on, [{ userId, draft: good, acceptedAtMs: needs.clock.nowMs() }]);
  return (await findWordState(needs.database, userId, "w1"))?.stability_days;
}

/** Makes the engine fail for the canary's members when it reads this section. */
function breakCanary(section: string): void {
  const { canary } = trialsInForce(needs);
  const broken = new Proxy(variant, {
    get: (target, name) => {
      if (name === section) throw new Error("broken");
      return Reflect.get(target, name);
    },
  });
  Object.assign(canary ?? {}, { version: { ...canary?.version, parameters: broken } });
}

async function membersOf(userIds: readonly string[], on: Needs = needs): Promise<string[]> {
  const members: string[] = [];
  for (const userId of userIds) {
    const { versionHash: served } = await parametersOfLearner(on, userId);
    if (served === versionHash) members.push(userId);
  }
  return members;
}

describe("a canary", () => {
  it("is served to its share of learners, always the same ones", async () => {
    await startCanary(needs, { versionHash, percent: 25 });
    const members = await membersOf(LEARNERS);
    expect(members.length).toBeGreaterThan(70);
    expect(members.length).toBeLessThan(130);
    await stopCanary(needs);
    expect(await membersOf(LEARNERS)).toEqual([]);
    await startCanary(needs, { versionHash, percent: 50 });
    expect(await membersOf(LEARNERS)).toEqual(expect.arrayContaining(members));
  });

  it.each([
    [0, 0],
    [100, LEARNERS.length],
  ])("of %s %% reaches %s of them", async (percent, expected) => {
    await startCanary(needs, { versionHash, percent });
    expect(await membersOf(LEARNERS)).toHaveLength(expected);
  });

  it("is used for its members' answers, and named in monitoring events", async () => {
    await startCanary(needs, { versionHash, percent: 0, forceUserIds: ["forced"] });
    await addPlainLearners(needs.database, ["forced", "other"]);
    expect(await answer("forced")).toBe(5.5);
    expect(await answer("other")).toBe(standard.memoryModel.w[2]);
    const events = await readEngineEvents(needs, 2);
    const versions = new Map(events.map((event) => [event.user_id, event.config_version]));
    expect(versions.get("forced")).toBe(versionHash);
    expect(versions.get("other")).toBe(parametersInForce(needs).versionHash);
  });

  it("counts answers, rewards and anomalies of both arms, once", async () => {
    await startCanary(needs, { versionHash, percent: 0, forceUserIds: ["c1"] });
    const { row } = trialsInForce(needs).canary ?? {};
    const canaryId = row?.id ?? 0;
    for (const userId of ["c1", "s1", "s2"]) await answer(userId);
    await canaryCounts.run(partialDeps(needs), going);
    await flushArmStats(needs);
    const { stable, canary } = await readArms(needs, canaryId);
    expect([canary.n, stable.n]).toEqual([1, 2]);
    expect(canary.rewardMean).toBeGreaterThan(0);
    expect(stable.rewardVariance).toBeGreaterThanOrEqual(0);
  });

  it("falls back to the active version when the engine fails with it", async () => {
    await startCanary(needs, { versionHash, percent: 0, forceUserIds: ["f1"] });
    const { canary } = trialsInForce(needs);
    breakCanary("mastery");
    const failures = () => readMeter(needs).mdm.errors;
    const before = failures();
    expect(await answer("f1")).toBe(standard.memoryModel.w[2]);
    expect(failures()).toBe(before + 1);
    await flushArmStats(needs);
    const { canary: side } = await readArms(needs, canary?.row.id ?? 0);
    expect(side).toMatchObject({ n: 1, anomalies: 1, rewardMean: -1 });
  });

  it("falls back, and counts the failure, for questions and batches too", async () => {
    await startCanary(needs, { versionHash, percent: 0, forceUserIds: ["f2"] });
    const canaryId = trialsInForce(needs).canary?.row.id ?? 0;
    breakCanary("wordSelector");
    const words = [{ word: { id: "w1", text: "text w1", difficulty: 0.5 }, memoryJson: null }];
    const at = { nowMs: needs.clock.nowMs() };
    const asked = { ...at, errors: [], lastShownMs: {}, priority: {} };
    expect((await pickQuestion(needs, "f2", words, asked))?.wordId).toBe("w1");
    const request = { ...at, key: "k", exclude: [], shown: [] };
    const chosen = await chooseBatches(needs, needs.database, [{ userId: "f2", words, request }]);
    expect(chosen.batches[0]?.wordIds).toEqual(["w1"]);
    await flushArmStats(needs);
    const { canary } = await readArms(needs, canaryId);
    expect(canary).toMatchObject({ n: 2, anomalies: 2 });
  });

  it("is followed by other processes", async () => {
    const other = { ...needs, database: needs.database.withoutPlugins() };
    await startCanary(needs, { versionHash, percent: 100 });
    expect(await membersOf(["u1"], other)).toEqual([]);
    await followTrials(other);
    expect(await membersOf(["u1"], other)).toEqual(["u1"]);
    await stopCanary(needs);
    await followTrials(other);
    expect(await membersOf(["u1"], other)).toEqual([]);
  });

  it("stays ended when it ends during a concurrent read", async () => {
    const other = { ...needs, database: needs.database.withoutPlugins() };
    await startCanary(needs, { versionHash, percent: 100 });
    await Promise.all([followTrials(other), stopCanary(needs), followTrials(other)]);
    await followTrials(other);
    expect(await membersOf(["u1"], other)).toEqual([]);
  });

  it("is read again when its version could not be read", async () => {
    const other = { ...needs, database: needs.database.withoutPlugins() };
    const { database } = other;
    const selectFrom = database.selectFrom.bind(database);
    const failing = (table: unknown) => {
      if (table === "engine_config_versions") throw new Error("no connection");
      return selectFrom(table as never);
    };
    await startCanary(needs, { versionHash, percent: 100 });
    Object.assign(database, { selectFrom: failing });
    await expect(followTrials(other)).rejects.toThrow("no connection");
    Object.assign(database, { selectFrom });
    await followTrials(other);
    expect(await membersOf(["u1"], other)).toEqual(["u1"]);
  });

  it("with an unusable version is served to nobody, and logged once", async () => {
    const errors: unknown[] = [];
    const log = { ...needs.log, error: (fields: unknown) => void errors.push(fields) };
    await startCanary(needs, { versionHash, percent: 100 });
    const other = { ...needs, log, database: needs.database.withoutPlugins() };
    const versions = needs.database.updateTable("engine_config_versions");
    const corrupt = (snapshot_json: string) =>
      versions.set({ snapshot_json }).where("version_hash", "=", versionHash).execute();
    await corrupt(JSON.stringify({ memoryModel: { w: "none" } }));
    await followTrials(other);
    await followTrials(other);
    expect(await membersOf(["u1"], other)).toEqual([]);
    expect(errors).toHaveLength(1);
    await corrupt(JSON.stringify(variant));
  });

  it("ends when another one starts; the latest can be read", async () => {
    expect(await stopCanary(needs)).toBe(false);
    await startCanary(needs, { versionHash, percent: 5 });
    await startCanary(needs, { versionHash, percent: 10, webOnly: true });
    expect(await readCanary(needs)).toMatchObject({
      percent: 10,
      webOnly: true,
      status: "running",
    });
    expect(await stopCanary(needs)).toBe(true);
    expect(await readCanary(needs)).toMatchObject({ percent: 10, status: "disabled" });
  });

  it("requires a version and a percentage", async () => {
    const unknown = startCanary(needs, { versionHash: "0".repeat(16), percent: 5 });
    await expect(unknown).rejects.toMatchObject({ code: "VERSION_HASH_NOT_FOUND" });
    for (const percent of [-0.1, 100.1, Number.NaN]) {
      const wrong = startCanary(needs, { versionHash, percent });
      await expect(wrong).rejects.toMatchObject({ code: "INVALID_PERCENT" });
    }
    expect(await findActiveCanary(needs.database)).toBeUndefined();
  });
});

describe("membership", () => {
  const account = { username: "x", password_hash: "x", updated_at_ms: 0 };

  beforeAll(async () => {
    const { database, clock } = needs;
    await database.deleteFrom("users").execute();
    const addUser = (id: string, ageDays: number) =>
      database
        .insertInto("users")
        .values({
          ...account,
          id,
          email: `${id}@example.org`,
          created_at_ms: clock.nowMs() - ageDays * DAY_MS,
        })
        .execute();
    await addUser("young", 1);
    await addUser("old", 400);
    await addUser("idle", 400);
    for (const [id, platform] of [
      ["d1", "web"],
      ["d2", "ios"],
    ] as const) {
      const seen = { first_seen_at_ms: 0, last_seen_at_ms: 0 };
      const device = { id, user_id: id === "d1" ? "young" : "old", platform, ...seen };
      await database.insertInto("devices").values(device).execute();
    }
    await answer("young");
    await answer("old");
  });

  const everyone = ["young", "old", "idle"];

  it.each<[Partial<CanaryDraft>, string[]]>([
    [{ minAccountAgeDays: 30 }, ["old", "idle"]],
    [{ preferActive: true }, ["young", "old"]],
    [{ webOnly: true }, ["young"]],
    [{ minAccountAgeDays: 30, preferActive: true }, ["old"]],
    [{ webOnly: true, forceUserIds: ["idle"] }, ["young", "idle"]],
    [{}, everyone],
  ])("%o: %o", async (conditions, expected) => {
    await startCanary(needs, { versionHash, percent: 100, ...conditions });
    expect(await membersOf(everyone)).toEqual(expected);
    const eligible = expected.length - (conditions.forceUserIds?.length ?? 0);
    expect(await readAudience(needs)).toEqual({
      totalUsers: 3,
      eligibleUsers: eligible,
      affectedUsers: expected.length,
      enforcement: "percent",
    });
  });

  it("is empty without a canary", async () => {
    const audience = { totalUsers: 3, eligibleUsers: 0, affectedUsers: 0, enforcement: "none" };
    expect(await readAudience(needs)).toEqual(audience);
  });

  it("consists of forced learners only at 0 %", async () => {
    await startCanary(needs, { versionHash, percent: 0, forceUserIds: ["idle", "idle", "gone"] });
    const audience = { totalUsers: 3, eligibleUsers: 3, affectedUsers: 1 };
    expect(await readAudience(needs)).toEqual({ ...audience, enforcement: "forced_only" });
    expect(await readCanary(needs)).toMatchObject({ forceUserIds: ["idle", "gone"] });
  });

  it("changes with a canary that replaces another one", async () => {
    await startCanary(needs, { versionHash, percent: 100 });
    await startCanary(needs, { versionHash, percent: 0, forceUserIds: ["old"] });
    expect(await membersOf(everyone)).toEqual(["old"]);
    const rows = await needs.database.selectFrom("engine_canaries").selectAll().execute();
    const latest = rows.toSorted((a, b) => a.id - b.id).slice(-2);
    expect(latest.map(({ status }) => status)).toEqual(["replaced", "active"]);
  });
});

describe("the monitor", () => {
  const note = (arm: "canary" | "stable", reward: number, count: number, anomalies = 0) => {
    const canaryId = trialsInForce(needs).canary?.row.id ?? 0;
    const notes = Array.from({ length: count }, (_, n) => ({
      canaryId,
      arm,
      reward,
      isAnomaly: n < anomalies,
    }));
    recordArmObservations(needs, notes);
  };
  const start = (more = {}) => startCanary(needs, { versionHash, percent: 10, ...more });

  it("waits for fifty answers per arm", async () => {
    await start();
    note("stable", 0.5, 500);
    note("canary", 0.1, 49);
    expect((await superviseCanary(partialDeps(needs)))?.verdict).toBe("waiting");
    note("canary", 0.1, 1);
    expect((await superviseCanary(partialDeps(needs)))?.verdict).toBe("roll_back");
  });

  it.each([
    ["rewards that fell by the limit", 0.45, 0, "rolled_back"],
    ["rewards that fell by less", 0.46, 0, "running"],
    ["anomalies that rose by the limit", 0.5, 5, "rolled_back"],
    ["anomalies that rose by less", 0.5, 4, "running"],
  ])("%s", async (_, reward, anomalies, status) => {
    await start();
    note("stable", 0.5, 100);
    note("canary", reward, 100, anomalies);
    await canaryMonitor.run(partialDeps(needs), going);
    expect(await readCanary(needs)).toMatchObject({ status });
    expect((await membersOf(LEARNERS)).length > 0).toBe(status === "running");
  });

  it("uses the limits set by an administrator", async () => {
    await storeSetting(needs.database, "canary_reward_drop_threshold", 0.2, 0);
    forgetSystemSettings(needs);
    await start();
    note("stable", 0.5, 100);
    note("canary", 0.4, 100);
    expect((await superviseCanary(partialDeps(needs)))?.verdict).toBe("healthy");
    await needs.database.deleteFrom("system_settings").execute();
    forgetSystemSettings(needs);
    expect((await superviseCanary(partialDeps(needs)))?.verdict).toBe("roll_back");
  });

  it("audits why it ended a canary, and notifies administrators", async () => {
    await start();
    note("stable", 0.5, 100);
    note("canary", -0.5, 100);
    await superviseCanary(partialDeps(needs));
    const entry = await needs.database
      .selectFrom("audit_log")
      .selectAll()
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(entry).toMatchObject({ action: "amas.canary.rolled_back", target_type: "canary" });
    expect(entry?.metadata_json).toContain("reward_fell");
    await expectTelling(needs.database, 0);
    const notices = await needs.database.selectFrom("admin_notices").selectAll().execute();
    const { kind, subject, message } =
      notices.find((row) => row.subject === entry?.target_id) ?? {};
    expect([kind, subject]).toEqual(["canary_rolled_back", entry?.target_id]);
    expect(message).toContain("the average reward fell");
    expect(await superviseCanary(partialDeps(needs))).toBeUndefined();
  });

  it("doubles a healthy share once a day if enabled", async () => {
    await start({ autoScale24h: true, percent: 40 });
    note("stable", 0.5, 100);
    note("canary", 0.5, 100);
    await superviseCanary(partialDeps(needs));
    expect((await readCanary(needs))?.percent).toBe(40);
    needs.wait(DAY_MS);
    await superviseCanary(partialDeps(needs));
    await superviseCanary(partialDeps(needs));
    expect((await readCanary(needs))?.percent).toBe(80);
    expect(trialsInForce(needs).canary?.row.percent).toBe(80);
    needs.wait(DAY_MS);
    await superviseCanary(partialDeps(needs));
    expect((await readCanary(needs))?.percent).toBe(100);
  });
});
