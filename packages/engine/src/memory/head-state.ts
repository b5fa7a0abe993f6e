/**
 * Learned state of one correction head, relative to the prior, so that a new learner's state does
 * not depend on the prior.
 */
export interface HeadSet {
  /** Posterior mean minus prior mean: slope, offset, then one per signal. */
  shifts: number[];
  /** Posterior variance over prior variance, same order, in (0, 1]. */
  spreads: number[];
  /**
   * Lookup tables, eight bins per signal. A bin packs two numbers into one integer,
   * shift × 4096 + answers seen, because all bins are copied at every answer.
   */
  bins: number[];
}

/** One set for pauses of a night or more, one for pauses within a day. */
export interface HeadState {
  long: HeadSet;
  short: HeadSet;
  /** Moving averages of the session signals. */
  sessionMeans: number[];
}
