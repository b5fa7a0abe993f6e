import type { LearnerState } from "../learner-state/learner-types.ts";

/** Initial trust in every voter. */
export const TRUST_AT_START = 0.5;

/**
 * Moves the trust in the voters part of the way back to its initial value: after a long absence,
 * earlier results say less about what works now.
 *
 * @param share  0: no change, 1: back to the initial value
 * @throws RangeError  share outside [0, 1]
 */
export function fadeTrust(learner: LearnerState, share: number): LearnerState {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share is ${share}`);
  const { strategy } = learner;
  const trust = strategy.trust.map((value) => value + share * (TRUST_AT_START - value));
  return { ...learner, strategy: { ...strategy, trust } };
}
