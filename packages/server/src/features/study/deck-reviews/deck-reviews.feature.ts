import type { Feature } from "../../../feature.ts";
import { deckReviewsOfLearner } from "./deck-reviews.service.ts";

/** The reviews of decks as answers of their learner. */
export const deckReviewsFeature: Feature = {
  name: "deck-reviews",
  deckReviews: deckReviewsOfLearner,
};
