import type { LearnerState } from "../learner-state/learner-types.ts";
import type { Decision } from "./decide-strategy.ts";
import { VOTERS } from "./merge.ts";
import { type Factor, packStrategy } from "./strategy-types.ts";

/** Batches waiting for their reward; older ones give way and keep what was credited so far. */
const PENDING_MAX = 8;

/** A batch about to be handed out. */
export interface NewBatch {
  id: string;
  atMs: number;
  unit: number;
  decision: Decision;
  explained: { factors: Factor[]; primaryReason: string };
}

/** Puts a strategy in force and freezes what its credit will need. */
export function openBatch(learner: LearnerState, batch: NewBatch): LearnerState {
  const { strategy } = learner;
  const { decision, explained } = batch;
  const pending = {
    id: batch.id,
    atMs: batch.atMs,
    words: 0,
    features: decision.features,
    executed: packStrategy(decision.strategy),
    proposals: VOTERS.map((voter) => {
      const proposal = decision.proposals.find((one) => one.voter === voter);
      return proposal === undefined ? null : packStrategy(proposal.strategy);
    }),
    gainRate: batch.unit,
    rewardSum: 0,
    answers: 0,
    credited: null,
  };
  return {
    ...learner,
    strategy: {
      ...strategy,
      inForce: decision.strategy,
      batchId: batch.id,
      weights: decision.weights,
      factors: explained.factors,
      primaryReason: explained.primaryReason,
      pending: [...strategy.pending, pending].slice(-PENDING_MAX),
    },
  };
}

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
    rewardSum: Math.round((batch.rewardSum + reward) * 1e4) / 1e4 + 0,
    answers: batch.answers + 1,
  };
  learner.strategy = { ...strategy, pending };
}
