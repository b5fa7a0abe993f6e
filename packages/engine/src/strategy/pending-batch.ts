import type { LearnerState } from "../learner-state/learner-types.ts";
import type { Decision } from "./decide-strategy.ts";
import { VOTERS } from "./merge.ts";
import { type Factor, packStrategy, type PendingBatch } from "./strategy-types.ts";

/** Largest number of batches waiting for their reward; a removed one keeps its credit so far. */
const PENDING_MAX = 10;

/** A batch about to be given to the learner. */
export interface NewBatch {
  id: string;
  atMs: number;
  unit: number;
  decision: Decision;
  explained: { factors: Factor[]; primaryReason: string };
}

/** Makes a strategy the current one and stores what crediting it will need. */
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
      const proposal = decision.proposals.find((candidate) => candidate.voter === voter);
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
      pending: withinLimit([...strategy.pending, pending]),
    },
  };
}

/**
 * Removes one batch if there are too many: of those waiting for reviews, the one closest to its
 * neighbors in time. A busy learner starts more batches in a week than can be kept. This way the
 * remaining ones are spread over the week and over each session. Keeping only the newest would
 * leave no batch for its reviews; keeping only the oldest, always those of the same hour.
 */
function withinLimit(pending: readonly PendingBatch[]): PendingBatch[] {
  if (pending.length <= PENDING_MAX) return [...pending];
  const byTime = pending.toSorted((a, b) => a.atMs - b.atMs);
  let removed = byTime[0];
  let closest = Infinity;
  for (let i = 1; i + 1 < byTime.length; i++) {
    const batch = byTime[i] as PendingBatch;
    if (batch.credited === null) continue;
    const gap = (byTime[i + 1] as PendingBatch).atMs - (byTime[i - 1] as PendingBatch).atMs;
    if (gap >= closest) continue;
    closest = gap;
    removed = batch;
  }
  return pending.filter((batch) => batch !== removed);
}

/**
 * Adds an answer's reward to its batch, if that is still pending.
 *
 * Modifies the learner, which must be a copy made for this answer; its strategy part is shared
 * with the previous state and therefore replaced, not modified.
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
