import { RecordDraft } from "@wordloom/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { chooseBatches, closeLearningSession } from "../amas/amas.service.ts";
import {
  openExistingEngineStates,
  readEngineState,
  resetEngineState,
} from "../amas/engine-states.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { settleDueBatches } from "./batch-credit.service.ts";
import { delayedReward } from "./batch-credit.worker.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { meeting } from "../../../testing/app/meeting.ts";
import { partialDeps } from "../../../testing/app/partial-deps.ts";

// Checks which answers count in a batch, and that its two credits come at the right time, each
// exactly once, even after errors. The tests use real batches and answers, with a new learner per
// test.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
const neverAborted = new AbortController().signal;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WORDS = ["w1", "w2", "w3"];
const isPostgres = testDialect === "postgres";
let needs: Needs;
let userId = "";
let learners = 0;

beforeAll(async () => {
  needs = await openLearningNeeds();
  await needs.words(...WORDS, "w4");
});
afterAll(() => needs.close());
beforeEach(async () => {
  userId = `u${(learners += 1)}`;
  // Settles what earlier tests left open.
  needs.wait(8 * DAY_MS);
  await settle();
});

/** @returns batch ids, one per learner */
async function handOutTo(userIds: readonly string[], words = WORDS): Promise<string[]> {
  const facts = words.map((id) => ({ id, text: `text ${id}`, difficulty: 0.5 }));
  const requests = userIds.map((id) => ({
    userId: id,
    words: facts.map((word) => ({ word, memoryJson: null })),
    request: {
      nowMs: needs.clock.nowMs(),
      key: needs.ids.next(),
      size: words.length,
      exclude: [],
      shown: [],
    },
  }));
  const chosen = await transact(needs.database, (tx) => chooseBatches(needs, tx, requests));
  chosen.afterCommit();
  return chosen.batches.map((batch) => batch?.id ?? "");
}

const handOut = async (words = WORDS) => (await handOutTo([userId], words))[0] ?? "";

async function answerBy(userIds: readonly string[], wordId: string, isCorrect = true) {
  needs.wait(20_000);
  const draft = RecordDraft.parse({ wordId, isCorrect, responseTimeMs: 2_000 });
  const acceptedAtMs = needs.clock.nowMs();
  await applyAnswers(
    needs,
    userIds.map((id) => ({ userId: id, draft, acceptedAtMs })),
  );
}

const answer = (wordId: string, isCorrect = true) => answerBy([userId], wordId, isCorrect);

async function answerAll(isCorrect = true): Promise<void> {
  for (const wordId of WORDS) await answer(wordId, isCorrect);
}

/** Simulates a process with its own database handle and caches. */
const processOf = (id: string): Needs => ({
  ...needs,
  database: needs.database.withoutPlugins(),
  instance: { ...needs.instance, id },
});

const settle = () => settleDueBatches(needs, neverAborted);
const strategy = async () => (await readEngineState(needs, userId)).strategy;
const pending = async (id: string) => (await strategy()).pending.find((batch) => batch.id === id);

async function waiting() {
  return transact(needs.database, async (tx) => {
    const { states } = await openExistingEngineStates(needs, tx, [userId]);
    return states.batches(userId);
  });
}

describe("a batch that was handed out", () => {
  it("counts the answers to its words, and no others", async () => {
    const id = await handOut();
    await answer("w1");
    await answer("w4");
    expect(await pending(id)).toMatchObject({ words: 3, answers: 1, credited: null });
  });

  it("is credited with the answer to its last word", async () => {
    const id = await handOut();
    await answer("w1");
    await answer("w1");
    await answer("w2");
    expect(await strategy()).toMatchObject({ creditedBatches: 0 });
    await answer("w3");
    expect(await pending(id)).toMatchObject({ answers: 4, credited: expect.any(Number) });
    expect((await strategy()).creditedBatches).toBe(1);
    await answer("w3");
    expect(await pending(id)).toMatchObject({ answers: 4 });
  });

  it("is credited for the completed share when the session ends", async () => {
    await handOut();
    await answerAll();
    const whole = (await strategy()).meanReward;
    userId = `${userId}-half`;
    const id = await handOut();
    await answer("w1");
    await endSession();
    expect((await pending(id))?.credited).toBeCloseTo(whole / 3, 1);
    expect((await waiting()).map(({ open }) => open)).toEqual([false]);
  });

  it("without an answer is dropped at the end of the session", async () => {
    const id = await handOut();
    await endSession();
    expect(await pending(id)).toBeUndefined();
    expect(await waiting()).toEqual([]);
  });

  it("counts a word asked twice in the later of two open batches", async () => {
    const first = await handOut();
    const second = await handOut(["w1", "w4"]);
    await answer("w1");
    expect([(await pending(first))?.answers, (await pending(second))?.answers]).toEqual([0, 1]);
  });

  it("is dropped when three newer ones were handed out and none was begun", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await handOut());
    expect((await waiting()).map(({ id }) => id)).toEqual(ids.slice(2));
  });

  it("without any word is not kept", async () => {
    await handOut([]);
    expect(await strategy()).toMatchObject({ pending: [] });
    expect(await waiting()).toEqual([]);
  });

  it("is dropped when the learner resets the engine", async () => {
    await handOut();
    await resetEngineState(needs, userId);
    expect(await waiting()).toEqual([]);
  });
});

async function endSession(): Promise<void> {
  const endedAtMs = needs.clock.nowMs();
  const figures = { startedAtMs: endedAtMs - HOUR_MS, accuracy: 1, avgResponseTimeMs: 1 };
  const closing = await transact(needs.database, (tx) =>
    closeLearningSession(needs, tx, userId, { ...figures, endedAtMs, risenWords: 0 }),
  );
  closing.afterCommit();
}

describe("settling batches", () => {
  it("closes an abandoned one after three hours", async () => {
    const id = await handOut();
    await answer("w1");
    needs.wait(3 * HOUR_MS - 30_000);
    await settle();
    expect(await pending(id)).toMatchObject({ credited: null });
    needs.wait(30_000);
    await answer("w2");
    expect(await pending(id)).toMatchObject({ answers: 1 });
    await delayedReward.run(partialDeps(needs), neverAborted);
    expect(await pending(id)).toMatchObject({ answers: 1, credited: expect.any(Number) });
  });

  it("corrects the credit as soon as every word has been reviewed on a later day", async () => {
    const rewards = new Map<boolean, number>();
    for (const recalled of [true, false]) {
      userId = `${userId}-${recalled}`;
      const id = await handOut();
      await answerAll();
      const first = (await pending(id))?.credited ?? Number.NaN;
      needs.wait(DAY_MS);
      await answerAll(recalled);
      await settle();
      expect(await pending(id)).toBeUndefined();
      expect(await waiting()).toEqual([]);
      rewards.set(recalled, rewardOf((await strategy()).history) - first);
    }
    expect(rewards.get(true)).toBeGreaterThan(rewards.get(false) as number);
    expect(rewards.get(false)).toBeLessThan(0);
  });

  it("waits for missing reviews up to the horizon, then uses predicted recall", async () => {
    const id = await handOut();
    await answerAll();
    needs.wait(7 * DAY_MS - 10 * 60_000);
    await settle();
    expect(await pending(id)).toBeDefined();
    needs.wait(10 * 60_000);
    await settle();
    expect(await pending(id)).toBeUndefined();
    expect((await strategy()).creditedBatches).toBe(1);
  });

  it("does not count a second answer on the same day as a review", async () => {
    await handOut();
    await answerAll();
    await answerAll(false);
    expect((await waiting())[0]?.words.every(({ review }) => review === undefined)).toBe(true);
  });

  it("changes nothing when it runs again", async () => {
    await handOut();
    await answerAll();
    needs.wait(8 * DAY_MS);
    expect(await settle()).toBe(1);
    const settled = await readEngineState(needs, userId);
    expect(await settle()).toBe(0);
    expect(await readEngineState(needs, userId)).toEqual(settled);
  });

  it("creates no state for an erased account", async () => {
    await handOut();
    await answerAll();
    needs.wait(8 * DAY_MS);
    const { database } = needs;
    const rows = () =>
      database.selectFrom("engine_states").selectAll().where("user_id", "=", userId).execute();
    await database.deleteFrom("engine_states").where("user_id", "=", userId).execute();
    expect(await settle()).toBe(0);
    expect(await rows()).toEqual([]);
    const opened = await transact(database, (tx) => openExistingEngineStates(needs, tx, [userId]));
    expect(opened.userIds).toEqual([]);
  });

  it("postpones a learner whose state is damaged and settles the others", async () => {
    const damagedUserId = userId;
    await handOut();
    await answerAll();
    userId = `${userId}-intact`;
    const id = await handOut();
    await answerAll();
    needs.wait(8 * DAY_MS);
    const change = { state_json: "{}", revision: 999 };
    const { database } = needs;
    await database
      .updateTable("engine_states")
      .set(change)
      .where("user_id", "=", damagedUserId)
      .execute();
    await settle();
    expect(await pending(id)).toBeUndefined();
    expect(await settle()).toBe(0);
    await database.deleteFrom("engine_states").where("user_id", "=", damagedUserId).execute();
  });

  /** Creates learners with a due batch. */
  async function manyDue(count: number): Promise<void> {
    const userIds = Array.from({ length: count }, (_, n) => `many-${learners}-${n}`);
    await handOutTo(userIds);
    await answerBy(userIds, "w1");
    needs.wait(8 * DAY_MS);
  }

  const pretendLoop = (loop: { readonly idle: number; readonly active: number }) =>
    vi.spyOn(performance, "eventLoopUtilization").mockReturnValue({ ...loop, utilization: 0 });

  it.each([
    ["of 20 while nobody waits", { idle: 100, active: 0 }, 4],
    ["of 4 while requests wait", { idle: 0, active: 100 }, 13],
  ])("lets requests run after each group of learners, %s", async (_name, loop, groups) => {
    await manyDue(50);
    const look = pretendLoop(loop);
    onTestFinished(() => look.mockRestore());
    expect(await settle()).toBe(50);
    // Once before and once after each turn.
    expect(look).toHaveBeenCalledTimes(2 * groups);
  });

  /** How often the states of the learners of `manyDue` have been changed. */
  const revisions = async () => {
    const rows = await needs.database
      .selectFrom("engine_states")
      .select(["user_id", "revision"])
      .where("user_id", "like", `many-${learners}-%`)
      .orderBy("user_id")
      .execute();
    return rows.map(({ revision }) => revision);
  };

  it.runIf(isPostgres)("is divided among the processes, each learner once", async () => {
    await manyDue(60);
    const before = await revisions();
    const each = meeting(2, (row) => Object.keys(row).join() === "user_id");
    const all = [processOf("p1"), processOf("p2")].map((one) => ({
      ...one,
      database: one.database.withPlugin(each()),
    }));
    const counts = await Promise.all(all.map((one) => settleDueBatches(one, neverAborted)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(60);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(await revisions()).toEqual(before.map((revision) => revision + 1));
    expect(await settle()).toBe(0);
  });

  it.runIf(isPostgres)("takes over the learners of a process that died", async () => {
    await manyDue(12);
    const before = await revisions();
    const held = ["0", "1", "10"].map((n) => `many-${learners}-${n}`);
    const dying = transact(processOf("dying").database, async (tx) => {
      const { states } = await openExistingEngineStates(needs, tx, held);
      for (const id of held) states.set(id, states.get(id), []);
      await states.save();
      expect(await settle()).toBe(9);
      throw new Error("killed");
    });
    await expect(dying).rejects.toThrow("killed");
    expect(await settle()).toBe(3);
    expect(await revisions()).toEqual(before.map((revision) => revision + 1));
  });

  it("reports progress after each group", async () => {
    await manyDue(9);
    const moves = vi.fn();
    await delayedReward.run(partialDeps(needs), neverAborted, moves);
    expect(moves.mock.calls.length).toBeGreaterThan(1);
  });

  it("stops between two groups when the signal is aborted", async () => {
    await manyDue(50);
    const stopped = new AbortController();
    const later = setImmediate(() => stopped.abort(new Error("stop")));
    await expect(settleDueBatches(needs, stopped.signal)).rejects.toThrow("stop");
    clearImmediate(later);
    const left = await settle();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(50);
  });

  it("stops when the signal is aborted", async () => {
    await expect(settleDueBatches(needs, AbortSignal.abort(new Error("stop")))).rejects.toThrow();
  });
});

/** Reward of the newest remembered batch. The engine stores thousandths. */
function rewardOf(history: readonly (readonly number[])[]): number {
  return (history.at(-1)?.at(-2) ?? Number.NaN) / 1000;
}
