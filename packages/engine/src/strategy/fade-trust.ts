import type { LearnerState } from "../learner-state/learner-types.ts";

/** What every voter begins with. */
export const TRUST_AT_START = 0.5;

/**
 * Lets the trust in the voters go back part of the way to where everyone starts. What a learner did
 * well with before a long absence says less about how to go on now.
 *
 * @param share  0: nothing changes, 1: all trust is as at the start
 * @throws RangeError  share outside [0, 1]
 */
export function fadeTrust(learner: LearnerState, share: number): LearnerState {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share is ${share}`);
  const { strategy } = learner;
  const trust = strategy.trust.map((value) => value + share * (TRUST_AT_START - value));
  return { ...learner, strategy: { ...strategy, trust } };
}
