import type { LearnerState } from "../learner-state/learner-types.ts";

/** Size of the parts that hardly vary, measured on long replays and rounded up. */
const FIXED_BYTES = 9_250;
const HISTORY_NUMBER_BYTES = 3.45;
const PENDING_BYTES = 310;
const BANDIT_NUMBER_BYTES = 8;

/**
 * Upper estimate of the learner's size as JSON, from the lengths of the growing parts.
 *
 * Serializing the state for every answer would cost more than all other steps together.
 */
export function stateBytes(learner: LearnerState): number {
  const { history, pending, bandit } = learner.strategy;
  const entry = history[0]?.length ?? 0;
  return (
    FIXED_BYTES +
    history.length * entry * HISTORY_NUMBER_BYTES +
    pending.length * PENDING_BYTES +
    (bandit === null ? 0 : bandit.products.length * BANDIT_NUMBER_BYTES)
  );
}
