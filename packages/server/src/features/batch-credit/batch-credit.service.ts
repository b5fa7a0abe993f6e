import { predictRecall, type WordMemory, memoryFromJson } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { HOUR_MS } from "../../platform/durations.ts";
import { openExistingEngineStates, type OpenStates } from "../amas/engine-states.service.ts";
import { parametersOf } from "../engine-trials/learner-parameters.service.ts";
import { settleBatches, wordsWithoutReview } from "../handed-batches/handed-batches.service.ts";
import { listWordStates } from "../word-states/word-states.service.ts";
import { listLearnersToSettle, putOffSettlement } from "./batch-credit.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Answers of these learners wait for the transaction: it stays short. */
const LEARNERS_AT_ONCE = 20;

/** The rest is for the next run. */
const LEARNERS_PER_RUN = 2_000;

const PUT_OFF_MS = HOUR_MS;

/**
 * Gives batches the part of their reward that had to wait: for the learner to stop, or for the
 * reviews. Under the learners' locks, so that it and their answers never undo each other; what is
 * settled is gone, so that running it again does nothing.
 *
 * @returns number of learners looked at
 */
export async function settleDueBatches(needs: Needs, signal: AbortSignal): Promise<number> {
  const nowMs = needs.clock.nowMs();
  let looked = 0;
  while (looked < LEARNERS_PER_RUN) {
    signal.throwIfAborted();
    const userIds = await listLearnersToSettle(needs.database, nowMs, LEARNERS_AT_ONCE);
    if (userIds.length === 0) break;
    await settleOrPutOff(needs, userIds, nowMs);
    looked += userIds.length;
  }
  return looked;
}

/** When something is wrong with one learner, the others still get theirs. */
async function settleOrPutOff(needs: Needs, userIds: readonly string[], nowMs: number) {
  try {
    await settleTogether(needs, userIds, nowMs);
  } catch (cause) {
    const [userId, ...others] = userIds;
    if (userId === undefined) return;
    if (others.length > 0) {
      for (const one of userIds) await settleOrPutOff(needs, [one], nowMs);
      return;
    }
    needs.log.error({ cause, userId }, "a learner's batches could not be credited");
    await putOffSettlement(needs.database, userId, nowMs + PUT_OFF_MS);
  }
}

async function settleTogether(needs: Needs, userIds: readonly string[], nowMs: number) {
  const opened = await transact(needs.database, async (tx) => {
    const open = await openExistingEngineStates(needs, tx, userIds);
    for (const userId of open.userIds) await settleOne(needs, tx, open.states, userId, nowMs);
    await open.states.save();
    return open.states;
  });
  opened.afterCommit();
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
