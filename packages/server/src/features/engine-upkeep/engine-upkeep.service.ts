import { creditBatch, fadeTrust } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import { transact } from "../../platform/database/transaction.ts";
import { giveWay } from "../../platform/jobs/give-way.ts";
import { openExistingEngineStates, type OpenStates } from "../amas/engine-states.service.ts";
import { parametersOf, type ParametersOf } from "../engine-trials/learner-parameters.service.ts";
import { listIdleLearners } from "./engine-upkeep.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** An absence that makes what was learned about a learner's ways old. */
const IDLE_MS = 30 * 86_400_000;

/** Half of the trust is gone after each such time. */
const FADED_SHARE = 0.5;

const LOOKED_AT_AT_ONCE = 500;
const CHANGED_AT_ONCE = 20;

/** The rest is for the next night. */
const CHANGED_PER_RUN = 5_000;

/**
 * Looks after learners who have been away: trust in the voters fades, and batches that the engine
 * still waits for but of which the service knows nothing, such as those of an earlier version, make
 * room. Trust itself is learned batch by batch as rewards come in; there is nothing to recompute.
 *
 * A state that was looked after counts as written, so that it is left alone for the next month.
 *
 * @returns number of learners looked after
 */
export async function restIdleLearners(needs: Needs, signal: AbortSignal): Promise<number> {
  const writtenBeforeMs = needs.clock.nowMs() - IDLE_MS;
  let [rested, after]: [number, string | undefined] = [0, ""];
  while (after !== undefined && rested < CHANGED_PER_RUN) {
    signal.throwIfAborted();
    const startMs = needs.clock.monotonicMs();
    const asked = { after, limit: LOOKED_AT_AT_ONCE, writtenBeforeMs };
    const page = await listIdleLearners(needs.database, asked);
    for (let from = 0; from < page.idle.length; from += CHANGED_AT_ONCE) {
      signal.throwIfAborted();
      await rest(needs, page.idle.slice(from, from + CHANGED_AT_ONCE));
    }
    rested += page.idle.length;
    after = page.last;
    await giveWay(needs.clock.monotonicMs() - startMs);
  }
  return rested;
}

async function rest(needs: Needs, userIds: readonly string[]): Promise<void> {
  await transact(needs.database, async (tx) => {
    const opened = await openExistingEngineStates(needs, tx, userIds);
    const served = await parametersOf(needs, tx, opened.userIds, { exposed: false });
    for (const userId of opened.userIds) restOne(opened.states, served, userId);
    await opened.states.save();
  });
}

function restOne(states: OpenStates, served: ParametersOf, userId: string): void {
  const known = new Set(states.batches(userId).map(({ id }) => id));
  const learner = states.get(userId);
  const lost = learner.strategy.pending.filter(({ id }) => !known.has(id));
  const { parameters } = served(userId);
  const cleared = lost.reduce(
    (before, { id }) => creditBatch(before, { batchId: id, words: [] }, parameters),
    learner,
  );
  states.set(userId, fadeTrust(cleared, FADED_SHARE));
}
