import type { FittedWeights, LearnerState } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { dropReads } from "../../../platform/memory/kept-reads.ts";
import { listRestarts } from "../../progress/answers/answers.service.ts";
import { recountFrom } from "../../progress/activity/recount.service.ts";
import { lockLearners, openEngineStates, readEngineState } from "../amas/engine-states.service.ts";
import { parametersOfLearner } from "../engine-trials/learner-parameters.service.ts";
import { rebuildInThread, type RebuiltLearner } from "../memory-fits/fit-thread.service.ts";
import type { RebuiltWord } from "../memory-fits/fit-wire.ts";
import { historyOf } from "../memory-fits/memory-fits.service.ts";
import { findFit, storeFit } from "../schedule/fit-requests.service.ts";
import { storePolicy, targetSource } from "../schedule/interval-policies.service.ts";
import { goalsOf } from "../schedule/learner-goals.service.ts";
import type { Scheduled } from "../schedule/policy-subject.ts";
import type { ReplayedLearner } from "./replayed-state.ts";
import { storeRemainingWords, storeReplayedWords } from "./replayed-words.service.ts";
import {
  findReplay,
  insertReplay,
  insertReplayWords,
  moveReplay,
  removeReplay,
} from "./replays.repo.ts";

export { masteryChanges } from "./replayed-state.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Answers that a replay begins with at most, the latest ones: twenty years of seventy a day. */
const REPLAYED_MAX = 500_000;

/** A learner who answers meanwhile is replayed again; who never pauses, only so often. */
const TRIES = 3;

/** Words stored in one transaction, for which answers wait. */
const WORDS_AT_ONCE = 50;

/** How a replay proceeds. */
export interface ReplayHeed {
  readonly signal: AbortSignal;
  /** Called now and then, with the share that is done. */
  moves(share: number): void;
  /** Throws in every transaction as soon as nobody wants the result any more. */
  require(tx: Database): Promise<void>;
  /** When words are due instead of when the engine says, ms since 1970, by word. */
  readonly dueDates?: ReadonlyMap<string, number>;
}

/**
 * Notes that records of these words were put in or taken away, in the transaction that does it.
 * `replayLearner` has to follow; it may follow in another process.
 *
 * @param fromMs  when the first of these records was given
 */
export async function noteChangedRecords(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
  fromMs: number,
): Promise<void> {
  await insertReplay(tx, userId, fromMs);
  await insertReplayWords(tx, userId, wordIds);
}

/**
 * Makes learner, words and daily totals what the records say: the memory is fitted to the whole
 * history, which is then replayed with that fit. Does nothing if no records have changed.
 *
 * Safe to interrupt and to repeat. Answers may come in meanwhile: learner and words are stored
 * under the learner's lock, and a word that was answered since is replayed from its records.
 *
 * @returns the fit; undefined if there was nothing to do
 */
export async function replayLearner(
  needs: Needs,
  userId: string,
  heed: ReplayHeed,
): Promise<FittedWeights | undefined> {
  if ((await findReplay(needs.database, userId)) === undefined) return undefined;
  const { rebuilt, replayed } = await storeRebuilt(needs, userId, heed);
  let isOver = false;
  while (!isOver)
    isOver = await step(needs, userId, heed, (tx) => storeRemainingWords(needs, tx, replayed));
  heed.moves(0.8);
  await recountDays(needs, userId, heed);
  dropReads(needs, userId);
  const { n: reviews, accepted } = rebuilt.fitted;
  needs.log.info({ reviews, accepted, answers: rebuilt.answers }, "a learner was replayed");
  return rebuilt.fitted;
}

/** The learner's last fit; undefined without any. */
export async function lastFitOf(
  { database }: Pick<Needs, "database">,
  userId: string,
): Promise<FittedWeights | undefined> {
  const json = (await findFit(database, userId))?.report_json ?? null;
  return json === null ? undefined : (JSON.parse(json) as { fitted: FittedWeights }).fitted;
}

/** One transaction of a replay, under the learner's lock. */
async function step<T>(
  needs: Needs,
  userId: string,
  heed: ReplayHeed,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T> {
  heed.signal.throwIfAborted();
  const startMs = needs.clock.monotonicMs();
  const result = await transact(needs.database, async (tx) => {
    await heed.require(tx);
    await lockLearners(needs, tx, [userId]);
    return work(tx);
  });
  await yieldToRequests(needs.clock.monotonicMs() - startMs);
  return result;
}

/** Replays the learner until no answer came in meanwhile, and stores learner and words. */
async function storeRebuilt(needs: Needs, userId: string, heed: ReplayHeed) {
  for (let tries = 1; ; tries += 1) {
    const { parameters } = await parametersOfLearner(needs, userId);
    const before = await readEngineState(needs, userId);
    const goal = (await goalsOf(needs.database, [userId]))(userId);
    const history = historyOf(needs, userId, parameters, REPLAYED_MAX);
    const task = {
      nowMs: needs.clock.nowMs(),
      restarts: await listRestarts(needs.database, userId),
      learner: before,
      parameters,
      goal,
      secondsPerKnownDay: needs.settings.AMAS_SECONDS_PER_KNOWN_DAY,
    };
    const scheduled = { userId, parameters, goal };
    const store = async (rebuilt: RebuiltLearner, words: AsyncIterable<RebuiltWord[]>) => {
      heed.moves(0.3);
      const stored = await step(needs, userId, heed, (tx) =>
        storeLearner(needs, tx, { before, rebuilt, scheduled, isLast: tries === TRIES }),
      );
      if (stored === undefined) return undefined;
      stored.afterCommit();
      const times = { nowMs: needs.clock.nowMs(), dueDates: heed.dueDates ?? new Map() };
      const replayed = { userId, learner: stored.learner, parameters, ...times };
      await storeWords(needs, replayed, { words, count: rebuilt.wordCount }, heed);
      return { rebuilt, replayed };
    };
    const stored = await rebuildInThread(needs, history, task, heed.signal, store);
    if (stored !== undefined) return stored;
  }
}

async function storeWords(
  needs: Needs,
  replayed: ReplayedLearner,
  { words, count }: { readonly words: AsyncIterable<RebuiltWord[]>; readonly count: number },
  heed: ReplayHeed,
): Promise<void> {
  let stored = 0;
  for await (const part of words) {
    for (let start = 0; start < part.length; start += WORDS_AT_ONCE) {
      const some = part.slice(start, start + WORDS_AT_ONCE);
      await step(needs, replayed.userId, heed, (tx) =>
        storeReplayedWords(needs, tx, replayed, some),
      );
      stored += some.length;
      heed.moves(0.3 + (0.5 * stored) / count);
    }
  }
}

interface ToStore {
  readonly before: LearnerState;
  readonly rebuilt: RebuiltLearner;
  readonly scheduled: Omit<Scheduled, "fit">;
  /** The result is stored even if answers came in meanwhile. */
  readonly isLast: boolean;
}

/** @returns undefined if an answer came in meanwhile */
async function storeLearner(
  needs: Needs,
  tx: OpenTransaction,
  { before, rebuilt, scheduled, isLast }: ToStore,
) {
  const { userId } = scheduled;
  const open = await openEngineStates(needs, tx, [userId]);
  const present = open.get(userId);
  if (!isLast && present.totalEventCount !== before.totalEventCount) return undefined;
  const learner = withOwnCourse(present, rebuilt);
  open.set(userId, learner);
  await open.save();
  await storeFit(tx, userId, rebuilt.fitted, needs.clock.nowMs());
  const { subject } = targetSource(needs, { ...scheduled, fit: learner.fit });
  if (rebuilt.policy !== undefined && subject?.owner === userId)
    await storePolicy(needs, tx, subject, rebuilt.policy);
  return { learner, afterCommit: () => open.afterCommit() };
}

/** Habits and strategy follow from sessions and batches, of which records know nothing. */
function withOwnCourse(
  { createdAtMs, totalEventCount, habits, strategy }: LearnerState,
  { learner, answers }: RebuiltLearner,
): LearnerState {
  const own = answers > 0 && totalEventCount > 0 ? { habits, strategy } : {};
  return { ...learner, createdAtMs, ...own };
}

async function recountDays(needs: Needs, userId: string, heed: ReplayHeed): Promise<void> {
  let isOver = false;
  while (!isOver) {
    isOver = await step(needs, userId, heed, async (tx) => {
      const fromMs = await findReplay(tx, userId);
      if (fromMs === undefined) return true;
      const nextMs = await recountFrom(needs, tx, userId, fromMs);
      if (nextMs === undefined) await removeReplay(tx, userId);
      else await moveReplay(tx, userId, nextMs);
      return nextMs === undefined;
    });
    heed.moves(0.9);
  }
}
