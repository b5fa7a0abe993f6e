import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RecordDraft } from "@wordloom/contract";
import { defaultParameters, withParameters } from "@wordloom/engine";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { readEngineState } from "../amas/engine-states.service.ts";
import { upsertMorphemes } from "../../library/content/content.repo.ts";
import {
  followNewestVersion,
  parametersInForce,
  storeConfiguration,
} from "../engine-config/engine-config.service.ts";
import { markMastered } from "../../study/manual-states/manual-states.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { findWordState } from "../../progress/word-states/word-states.repo.ts";
import {
  listWordStates,
  newWordState,
  saveWordStates,
} from "../../progress/word-states/word-states.service.ts";
import { findFit } from "../schedule/fit-requests.service.ts";
import { runNextFit } from "./memory-fits.service.ts";
import { memoryFit } from "./memory-fits.worker.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { giveLongHistory } from "../../../testing/rows/long-history.ts";
import { meeting } from "../../../testing/app/meeting.ts";
import { partialDeps } from "../../../testing/app/partial-deps.ts";

// An answer that makes a fit due requests one. The fit runs in a thread, changes learner and words
// together, once, and survives an interruption. The tests use the real engine and thread, a
// configuration that fits early, and learners who remember better than the population.
type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;
const directory = mkdtempSync(join(memoryFolder(), "wordloom-fits-"));
const DAY_MS = 86_400_000;
const signal = new AbortController().signal;
const WORDS = Array.from({ length: 12 }, (_, n) => `w${n + 1}`);
let needs: Needs;

beforeAll(async () => {
  needs = await openLearningNeeds({ AMAS_CONFIG_FILE: join(directory, "config.toml") });
  await needs.words(...WORDS);
  await serve({});
});
afterAll(async () => {
  await needs.close();
  rmSync(directory, { recursive: true });
});

async function serve(changes: Readonly<Record<string, number>>): Promise<void> {
  const early = { "fit.minReviews": 8, "fit.fullFitReviews": 400, "fit.growthRatio": 1.5 };
  const parameters = withParameters(defaultParameters(), { ...early, ...changes });
  await storeConfiguration(needs, parameters, { source: "manual", authorAdminId: null });
}

/**
 * One right answer to each word, three days after the last, sent together as after a day offline.
 */
async function studyDay(userId: string): Promise<void> {
  needs.wait(3 * DAY_MS);
  const answers = WORDS.map((wordId) => {
    needs.wait(20_000);
    const draft = RecordDraft.parse({ wordId, isCorrect: true, responseTimeMs: 2_000 });
    return { userId, draft, acceptedAtMs: needs.clock.nowMs() };
  });
  await applyAnswers(needs, answers);
}

async function studied(userId: string): Promise<void> {
  for (let day = 0; day < 4; day += 1) await studyDay(userId);
}

/** A signal that runs an action at each abort check. The first check precedes the thread. */
function signalWith(onCheck: (times: number) => void): AbortSignal {
  let times = 0;
  const throwIfAborted = () => onCheck((times += 1));
  return Object.assign(new AbortController().signal, { throwIfAborted });
}

/** How often the learner's state has been changed. */
async function revisionOf(userId: string): Promise<number> {
  const row = await needs.database
    .selectFrom("engine_states")
    .select("revision")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.revision;
}

async function stabilityOf(userId: string, wordId: string) {
  return (await findWordState(needs.database, userId, wordId))?.stability_days ?? Number.NaN;
}

describe("an answer that makes a fit due", () => {
  it("requests it once, and not before", async () => {
    await studyDay("u1");
    expect(await findFit(needs.database, "u1")).toBeUndefined();
    await studyDay("u1");
    const requested = await findFit(needs.database, "u1");
    expect(requested).toMatchObject({ stage: "requested", attempts: 0, fitted_at_ms: null });
    await studyDay("u1");
    expect(await findFit(needs.database, "u1")).toEqual(requested);
    while (await runNextFit(needs, signal));
  });
});

describe("runNextFit", () => {
  it("stores weights for the learner and updates the words' memories", async () => {
    await giveLongHistory(needs, "u2");
    await studied("u2");
    const before = await findWordState(needs.database, "u2", "w1");
    expect(await runNextFit(needs, signal)).toBe(true);

    const { fit } = await readEngineState(needs, "u2");
    expect(fit.weights).not.toEqual(parametersInForce(needs).parameters.memoryModel.w);
    const after = await findWordState(needs.database, "u2", "w1");
    expect(after?.stability_days).toBeGreaterThan(before?.stability_days ?? 0);
    expect(after?.next_review_at_ms).toBeGreaterThan(before?.next_review_at_ms ?? 0);
    expect(after).toMatchObject({ state: before?.state, total_attempts: 4, correct_streak: 4 });
    expect(await findFit(needs.database, "u2")).toMatchObject({
      stage: "done",
      run_after_ms: null,
      reviews: fit.reviews,
      weights_json: JSON.stringify(fit.weights),
    });
  });

  it("does nothing afterwards until there are many more answers", async () => {
    expect(await runNextFit(needs, signal)).toBe(false);
    await studyDay("u2");
    expect(await runNextFit(needs, signal)).toBe(false);
    await studyDay("u2");
    await studyDay("u2");
    expect(await runNextFit(needs, signal)).toBe(true);
  });

  it("keeps the effect of a word's morphemes on its first answer", async () => {
    await serve({ "memoryModel.coldStartSMorphWeight": 3 });
    const affix = { type: "prefix", text: "un", meaning: "not" } as const;
    await upsertMorphemes(needs.database, "w1", [affix, affix], needs.clock.nowMs());
    await studied("u11");
    const advantage = async () =>
      (await stabilityOf("u11", "w1")) / (await stabilityOf("u11", "w2"));
    expect(await advantage()).toBeGreaterThan(1.1);
    await runNextFit(needs, signal);
    expect((await readEngineState(needs, "u11")).fit.weights).not.toBeNull();
    expect(await advantage()).toBeGreaterThan(1.1);
    await serve({});
  });

  it("leaves words unchanged that the learner set by hand", async () => {
    await studied("u3");
    needs.wait(1_000);
    await markMastered(needs, { kind: "learner", id: "u3", sessionId: "s3" }, "w1");
    const [manual, other] = [await stabilityOf("u3", "w1"), await stabilityOf("u3", "w2")];
    await runNextFit(needs, signal);
    expect(await findWordState(needs.database, "u3", "w1")).toMatchObject({
      state: "mastered",
      next_review_at_ms: null,
      stability_days: manual,
    });
    expect(await stabilityOf("u3", "w2")).not.toBe(other);
  });

  it("postpones an aborted fit and completes it later", async () => {
    await studied("u4");
    const stop = AbortSignal.abort(new Error("stop"));
    await expect(runNextFit(needs, stop)).rejects.toThrow("stop");
    expect(await runNextFit(needs, signal)).toBe(false);
    needs.wait(600_000);
    expect(await runNextFit(needs, signal)).toBe(true);
    expect((await readEngineState(needs, "u4")).fit.weights).not.toBeNull();
  });

  it("does not wait for a time set while the clock was ahead", async () => {
    await studied("u16");
    needs.wait(2 * DAY_MS);
    const stop = AbortSignal.abort(new Error("stop"));
    await expect(runNextFit(needs, stop)).rejects.toThrow("stop");
    needs.wait(-2 * DAY_MS);
    expect(await runNextFit(needs, signal)).toBe(true);
    expect(await findFit(needs.database, "u16")).toMatchObject({ run_after_ms: null });
  });

  it("updates the words later when aborted after storing the weights", async () => {
    await studied("u5");
    const stop = signalWith((checks) => {
      if (checks > 1) throw new Error("stop");
    });
    await expect(runNextFit(needs, stop)).rejects.toThrow("stop");
    const { fit } = await readEngineState(needs, "u5");
    expect(fit.weights).not.toBeNull();
    const before = await stabilityOf("u5", "w1");
    expect(await findFit(needs.database, "u5")).toMatchObject({ stage: "applying" });

    needs.wait(600_000);
    expect(await runNextFit(needs, signal)).toBe(true);
    expect((await readEngineState(needs, "u5")).fit.weights).toEqual(fit.weights);
    expect(await stabilityOf("u5", "w1")).toBeGreaterThan(before);
    const done = { stage: "done", run_after_ms: null };
    expect(await findFit(needs.database, "u5")).toMatchObject(done);
  });

  it("stores nothing after another process has taken over the fit", async () => {
    await studied("u12");
    const before = await revisionOf("u12");
    let taken: Promise<boolean> = Promise.resolve(false);
    const paused = signalWith((checks) => {
      if (checks > 1) return;
      needs.wait(600_000);
      taken = runNextFit(needs, signal);
    });
    await runNextFit(needs, paused);
    expect(await taken).toBe(true);
    expect(await findFit(needs.database, "u12")).toMatchObject({ stage: "done", attempts: 0 });
    expect(await revisionOf("u12")).toBe(before + 1);
  });

  it("stores nothing for a learner erased meanwhile", async () => {
    await studied("u6");
    const fit = await findFit(needs.database, "u6");
    expect(fit?.stage).toBe("requested");
    let erased: Promise<unknown> = Promise.resolve();
    const erasing = signalWith(() => {
      erased = Promise.all(
        (["engine_fits", "engine_states"] as const).map((table) =>
          needs.database.deleteFrom(table).where("user_id", "=", "u6").execute(),
        ),
      );
    });
    await runNextFit(needs, erasing);
    await erased;
    const rows = await needs.database
      .selectFrom("engine_states")
      .select("user_id")
      .where("user_id", "=", "u6")
      .execute();
    expect(rows).toEqual([]);
  });
});

describe("the thread of a fit", () => {
  const started = vi.fn();
  beforeAll(() => void process.on("worker", started));
  afterEach(() => started.mockClear());
  afterAll(() => void process.off("worker", started));

  it("runs the next one as well, with its own history", async () => {
    await studied("u14");
    await studied("u15");
    await runNextFit(needs, signal);
    started.mockClear();
    await runNextFit(needs, signal);
    expect(started).not.toHaveBeenCalled();
    const [one, next] = [
      await findFit(needs.database, "u14"),
      await findFit(needs.database, "u15"),
    ];
    expect(next).toMatchObject({ stage: "done", reviews: one?.reviews });
  });

  it("ends with an aborted one, so that the next fit gets another thread", async () => {
    await studied("u16");
    const stopped = new AbortController();
    const throwIfAborted = () => queueMicrotask(() => stopped.abort());
    const stopping = Object.assign(stopped.signal, { throwIfAborted });
    await expect(runNextFit(needs, stopping)).rejects.toThrow("ended early");
    started.mockClear();
    needs.wait(600_000);
    expect(await runNextFit(needs, signal)).toBe(true);
    expect(started).toHaveBeenCalledOnce();
  });
});

describe("load balancing", () => {
  const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

  /** Fills those of the next 400 days with more words than the learner otherwise has. */
  async function fillDays(userId: string, isFull: (day: number) => boolean): Promise<void> {
    const today = dayOf(needs.clock.nowMs());
    const days = Array.from({ length: 400 }, (_, n) => today + n).filter(isFull);
    const rows = days.flatMap((day) =>
      Array.from({ length: WORDS.length + 1 }, (_, n) => ({
        ...newWordState(userId, `other${day}-${n}`, 0),
        next_review_at_ms: (day + 0.5) * DAY_MS,
      })),
    );
    await saveWordStates(needs.database, rows);
  }

  async function dueMs(userId: string): Promise<number[]> {
    const rows = await listWordStates(needs.database, userId, WORDS);
    return rows.map((row) => row.next_review_at_ms ?? Number.NaN);
  }

  afterEach(() => serve({}));

  /** Fills every second day, so that all words of the learner are due on a full one. */
  async function studiedOnFullDays(userId: string) {
    await studied(userId);
    const before = await dueMs(userId);
    const isFull = (day: number) => before.some((ms) => (dayOf(ms) - day) % 2 === 0);
    await fillDays(userId, isFull);
    return { before, isFull: (ms: number) => isFull(dayOf(ms)) };
  }

  it("still applies when a fit changes due dates", async () => {
    const { before, isFull } = await studiedOnFullDays("u9");
    await serve({ "interval.loadBalanceShare": 0.2 });
    while (await runNextFit(needs, signal));
    const after = await dueMs("u9");
    expect(after.filter(isFull)).toEqual([]);
    // What the learner has shown limits these dates, so they move to earlier days only.
    const isSooner = (ms: number, n: number) => ms < (before[n] ?? 0);
    expect(after.filter(isSooner)).toHaveLength(WORDS.length);
  });

  it("is not applied when switched off", async () => {
    const { isFull } = await studiedOnFullDays("u10");
    while (await runNextFit(needs, signal));
    expect((await dueMs("u10")).filter(isFull)).not.toEqual([]);
  });
});

describe("memory_fit", () => {
  it("fits all learners with a request", async () => {
    await studied("u7");
    await studied("u8");
    await memoryFit.run(partialDeps(needs), signal);
    expect(await findFit(needs.database, "u7")).toMatchObject({ stage: "done" });
    expect(await findFit(needs.database, "u8")).toMatchObject({ stage: "done" });
  });

  it.runIf(testDialect === "postgres")(
    "is divided among the processes, each learner once",
    async () => {
      const userIds = ["d1", "d2", "d3", "d4", "d5", "d6"];
      for (const userId of userIds) await studied(userId);
      const revisions = () => Promise.all(userIds.map(revisionOf));
      const before = await revisions();
      const moves = [vi.fn(), vi.fn()];
      const each = meeting(2, (row) => "run_after_ms" in row);
      const runs = moves.map(async (moved) => {
        const one = { ...needs, database: needs.database.withoutPlugins().withPlugin(each()) };
        await followNewestVersion(one);
        await memoryFit.run(partialDeps(one), signal, moved);
      });
      await Promise.all(runs);
      const counts = moves.map((moved) => moved.mock.calls.length);
      expect(counts.reduce((sum, count) => sum + count)).toBe(6);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      for (const userId of userIds) {
        expect(await findFit(needs.database, userId)).toMatchObject({ stage: "done" });
      }
      expect(await revisions()).toEqual(before.map((revision) => revision + 1));
    },
  );

  it("takes over the fit of a process that died, when it is due again", async () => {
    await studied("u13");
    const dying = signalWith(() => {
      throw new Error("killed");
    });
    await expect(memoryFit.run(partialDeps(needs), dying)).rejects.toThrow("killed");
    const another = partialDeps({ ...needs, database: needs.database.withoutPlugins() });
    await memoryFit.run(another, signal);
    expect(await findFit(needs.database, "u13")).toMatchObject({ stage: "requested" });
    needs.wait(600_000);
    await memoryFit.run(another, signal);
    expect(await findFit(needs.database, "u13")).toMatchObject({ stage: "done" });
  });
});
