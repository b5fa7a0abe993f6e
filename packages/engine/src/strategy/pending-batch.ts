import type { LearnerState } from "../learner-state/learner-types.ts";

/**
 * Adds an answer's reward to the batch it belongs to, if that is still waiting.
 *
 * The learner is one that was just copied for this answer, so it may be written to; the strategy
 * part it shares with its predecessor may not.
 */
export function earnInBatch(
  learner: LearnerState,
  batchId: string | undefined,
  reward: number,
): void {
  if (batchId === undefined) return;
  const { strategy } = learner;
  const index = strategy.pending.findIndex((batch) => batch.id === batchId);
  const batch = strategy.pending[index];
  if (batch === undefined) return;
  const pending = strategy.pending.slice();
  pending[index] = {
    ...batch,
    rewardSum: batch.rewardSum + reward,
    answers: batch.answers + 1,
  };
  learner.strategy = { ...strategy, pending };
}
