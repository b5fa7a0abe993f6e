/** Elo rating of a learner or of a word. */
export interface RatingState {
  elo: number;
  games: number;
  /** Sum of v q² E (1 − E), in 1/rating²; with the prior it gives the variance. */
  information: number;
  /** Average of the signed residual, for the dynamic step. */
  trend: number;
  /** Delayed copy of elo that selection reads when parallelEloEnabled is on. */
  shownElo: number;
}
