import { predictRecall, type WordMemory } from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { faultsOf } from "../../../platform/database/fault-isolation.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import {
  openExistingEngineStates,
  type OpenStates,
  postponeSettlement,
} from "../amas/engine-states.service.ts";
import { parametersOf } from "../engine-trials/learner-parameters.service.ts";
import { settleBatches, wordsWithoutReview } from "../pending-batches/pending-batches.ts";
import { listWordStates } from "../../progress/word-states/word-states.service.ts";
import {
  listLearnersToSettle,
  lockLearnersToSettle,
  type LearnerToSettle,
} from "./batch-credit.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/**
 * Learners per transaction; fewer while requests are waiting. Few, because answers of these
 * learners wait until the transaction ends.
 */
const LEARNERS_AT_ONCE = 20;
const LEARNERS_AT_ONCE_BUSY = 4;

const POSTPONED_BY_MS = HOUR_MS;

/**
 * Closes expired batches and credits those whose reviews are known or overdue, for all learners who
 * are due when it begins. It holds the learners' locks, so it never overwrites their answers.
 * Settled batches are removed, so a second run does nothing. Lets requests run after every few
 * learners.
 *
 * On PostgreSQL all processes do this at the same time, each skipping learners locked by another
 * transaction. Skipped learners are left for the next run.
 *
 * @param moves  called after every few learners
 * @returns number of learners processed
 */
export async function settleDueBatches(
  needs: Needs,
  signal: AbortSignal,
  moves?: () => void,
): Promise<number> {
  const nowMs = needs.clock.nowMs();
  let processed = 0;
  let limit = LEARNERS_AT_ONCE_BUSY;
  let after: LearnerToSettle | undefined;
  for (;;) {
    signal.throwIfAborted();
    const startedMs = needs.clock.monotonicMs();
    const due = await listLearnersToSettle(needs.database, nowMs, { after, limit });
    if (due.length === 0) return processed;
    after = due.at(-1);
    const userIds = due.map(({ user_id }) => user_id);
    processed += await settleOrPostpone(needs, userIds, nowMs);
    moves?.();
    const busy = await yieldToRequests(needs.clock.monotonicMs() - startedMs);
    limit = busy ? LEARNERS_AT_ONCE_BUSY : LEARNERS_AT_ONCE;
  }
}

/** A learner whose batches cannot be settled is postponed and does not affect the others. */
async function settleOrPostpone(
  needs: Needs,
  userIds: readonly string[],
  nowMs: number,
): Promise<number> {
  let settled = 0;
  const faults = await faultsOf(userIds, async (some) => {
    settled += await settleTogether(needs, some, nowMs);
  });
  for (const { item: userId, cause } of faults) {
    needs.log.error({ cause, userId }, "a learner's pending batches could not be credited");
    await postponeSettlement(needs.database, userId, nowMs + POSTPONED_BY_MS);
  }
  return settled + faults.length;
}

async function settleTogether(
  needs: Needs,
  userIds: readonly string[],
  nowMs: number,
): Promise<number> {
  const opened = await transact(needs.database, async (tx) => {
    const due = await lockLearnersToSettle(tx, userIds, nowMs);
    const open = await openExistingEngineStates(needs, tx, due);
    for (const userId of open.userIds) await settleOne(needs, tx, open.states, userId, nowMs);
    await open.states.save();
    return open;
  });
  opened.states.afterCommit();
  return opened.userIds.length;
}

async function settleOne(
  needs: Needs,
  tx: Database,
  states: OpenStates,
  userId: string,
  nowMs: number,
): Promise<void> {
  const served = await parametersOf(needs, tx, [userId], { exposed: false });
  const { parameters } = served(userId);
  const state = { learner: states.get(userId), batches: states.batches(userId) };
  const memories = await memoriesOf(tx, userId, wordsWithoutReview(state.batches, nowMs));
  const recallAt = (wordId: string, atMs: number) => {
    const memory = memories.get(wordId);
    if (memory?.trace === undefined || memory.trace === null) return undefined;
    return predictRecall(state.learner, memory, atMs, parameters, { variant: "schedule" });
  };
  const settled = settleBatches(state, nowMs, parameters, recallAt);
  states.set(userId, settled.learner, settled.batches);
}

async function memoriesOf(tx: Database, userId: string, wordIds: readonly string[]) {
  if (wordIds.length === 0) return new Map<string, WordMemory>();
  const rows = await listWordStates(tx, userId, wordIds);
  return new Map(
    rows.flatMap(({ word_id, memory_json }) =>
      memory_json === null ? [] : [[word_id, memoryFromJson(memory_json)] as const],
    ),
  );
}
