// Elo ratings of learners and words.

export {
  expectedScore,
  rateElo,
  type RatingEvidence,
  type RatingStep,
} from "../rating/elo-rating.ts";
