import type { DeckCard } from "./cards.ts";
import type { Direction } from "./directions.ts";
import type { LoggedReview } from "./review-log.ts";

/** What the learner did with a word, in order: answers, and times at which it began anew. */
export type DeckReview = DeckAnswer | { readonly forgottenAtMs: number };

interface DeckAnswer {
  /** The id in the review log, which is the time of the answer, ms since 1970. */
  readonly id: number;
  readonly cardId: number;
  readonly ordinal: number;
  /** 1 again, 2 hard, 3 good, 4 easy. */
  readonly rating: number;
  readonly kind: LoggedReview["kind"];
  readonly responseTimeMs: number;
  /** What the card asks; absent where it asks neither for the word nor for its meaning. */
  readonly questionMode?: Direction;
  /** Days; below zero seconds. */
  readonly interval: number;
  readonly lastInterval: number;
  readonly factor: number;
}

/**
 * The reviews of all cards of a note as those of one word. A word is forgotten when the last of its
 * cards that had been answered is.
 *
 * @param modeOf  what a card asks
 */
export function reviewsOfNote(
  logs: readonly LoggedReview[][],
  modeOf: (card: DeckCard) => Direction | undefined,
): DeckReview[] {
  const reviews: DeckReview[] = [];
  const begun = new Set<number>();
  for (const review of logs.flat().sort((a, b) => a.id - b.id)) {
    const { id, card, rating, kind, timeMs, interval, lastInterval, factor } = review;
    if (isForgetting(review)) {
      if (begun.delete(card.id) && begun.size === 0) reviews.push({ forgottenAtMs: id });
      continue;
    }
    if (rating === 0) continue;
    begun.add(card.id);
    const questionMode = modeOf(card);
    reviews.push({
      id,
      cardId: card.id,
      ordinal: card.ordinal,
      rating,
      kind,
      responseTimeMs: timeMs,
      ...(questionMode !== undefined && { questionMode }),
      interval,
      lastInterval,
      factor,
    });
  }
  return reviews;
}

/** Other manual rows give a card a new date. */
function isForgetting({ kind, rating, factor, interval }: LoggedReview): boolean {
  return kind === "manual" && rating === 0 && factor === 0 && interval === 0;
}
