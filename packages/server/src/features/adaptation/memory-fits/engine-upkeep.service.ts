import { creditBatch, fadeTrust } from "@wordloom/engine/strategy";
import type { Deps } from "../../../deps.ts";
import { faultsOf } from "../../../platform/database/fault-isolation.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { openExistingEngineStates, type OpenStates } from "../amas/engine-states.service.ts";
import { parametersOf, type ParametersOf } from "../engine-trials/learner-parameters.service.ts";
import { listIdleLearners } from "./engine-upkeep.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Age at which knowledge about a learner's strategy is outdated. */
const IDLE_MS = 30 * 86_400_000;

/** Share of the voters' trust lost after each such period. */
const FADED_SHARE = 0.5;

const CHECKED_AT_ONCE = 500;
const CHANGED_AT_ONCE = 20;

/** The rest waits for the next night. */
const CHANGED_PER_RUN = 5_000;

/**
 * Updates the states of learners who have been away: the trust in the voters fades, and pending
 * batches unknown to the service, such as those of an earlier version, are removed. Trust is
 * learned batch by batch from rewards, so there is nothing to recompute.
 *
 * An updated state counts as written, so it is not updated again for the next month.
 *
 * @returns number of learners updated
 */
export async function maintainIdleLearners(needs: Needs, signal: AbortSignal): Promise<number> {
  const writtenBeforeMs = needs.clock.nowMs() - IDLE_MS;
  let [updated, after]: [number, string | undefined] = [0, ""];
  while (after !== undefined && updated < CHANGED_PER_RUN) {
    const query = { after, limit: CHECKED_AT_ONCE, writtenBeforeMs };
    const page = await listIdleLearners(needs.database, query);
    for (let from = 0; from < page.idle.length; from += CHANGED_AT_ONCE) {
      signal.throwIfAborted();
      const startMs = needs.clock.monotonicMs();
      await updateOrSkip(needs, page.idle.slice(from, from + CHANGED_AT_ONCE));
      await yieldToRequests(needs.clock.monotonicMs() - startMs);
    }
    updated += page.idle.length;
    after = page.last;
    signal.throwIfAborted();
    await yieldToRequests(0);
  }
  return updated;
}

/** Skips a learner whose state cannot be updated, without affecting the others. */
async function updateOrSkip(needs: Needs, userIds: readonly string[]): Promise<void> {
  for (const { item: userId, cause } of await faultsOf(userIds, (some) =>
    updateIdle(needs, some),
  )) {
    needs.log.error({ cause, userId }, "an idle learner's state could not be updated");
  }
}

async function updateIdle(needs: Needs, userIds: readonly string[]): Promise<void> {
  await transact(needs.database, async (tx) => {
    const opened = await openExistingEngineStates(needs, tx, userIds);
    const served = await parametersOf(needs, tx, opened.userIds, { exposed: false });
    for (const userId of opened.userIds) updateOne(opened.states, served, userId);
    await opened.states.save();
  });
}

function updateOne(states: OpenStates, served: ParametersOf, userId: string): void {
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
