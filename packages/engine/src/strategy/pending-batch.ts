import type { LearnerState } from "../learner-state/learner-types.ts";
import type { Decision } from "./decide-strategy.ts";
import { VOTERS } from "./merge.ts";
import { type Factor, packStrategy, type PendingBatch } from "./strategy-types.ts";

/** Batches waiting for their reward; one that gives way keeps what was credited so far. */
const PENDING_MAX = 10;

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
      pending: withRoom([...strategy.pending, pending]),
    },
  };
}

/**
 * Leaves out one batch when there are too many: of those that wait for reviews the one closest
 * to its neighbours in time. A busy learner starts more batches in a week than can be kept; those
 * that last until their reviews are then spread over the week and over each session, where the
 * newest or the oldest alone would never be judged by reviews, or always at the same hour.
 */
function withRoom(pending: readonly PendingBatch[]): PendingBatch[] {
  if (pending.length <= PENDING_MAX) return [...pending];
  const byTime = pending.toSorted((a, b) => a.atMs - b.atMs);
  let leaving = byTime[0];
  let closest = Infinity;
  for (let i = 1; i + 1 < byTime.length; i++) {
    const batch = byTime[i] as PendingBatch;
    if (batch.credited === null) continue;
    const room = (byTime[i + 1] as PendingBatch).atMs - (byTime[i - 1] as PendingBatch).atMs;
    if (room >= closest) continue;
    closest = room;
    leaving = batch;
  }
  return pending.filter((batch) => batch !== leaving);
}

/**
 * Adds an answer's reward to the batch it belongs to, if that is still waiting.
 *
 * The learner is one that was just copied for this answer, so it may be written to; the strategy
 * part it shares with its predecessor may not.
 */
export function addBatchReward(
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
