import type { DeckCard } from "../decks/cards.ts";
import type { NoteType } from "../decks/note-types.ts";
import type { LoggedReview } from "../decks/review-log.ts";

/** A note as a deck gets it. */
export interface WrittenNote {
  readonly id: number;
  readonly guid: string;
  readonly typeId: string;
  /** Seconds since 1970. */
  readonly modifiedS: number;
  readonly tags: readonly string[];
  /** HTML, in the order of the note type's fields. */
  readonly fields: readonly string[];
}

/** A card as a deck gets it. */
export interface WrittenCard
  extends
    Pick<
      DeckCard,
      "id" | "noteId" | "ordinal" | "stage" | "queue" | "interval" | "ease" | "memory"
    >,
    Pick<DeckCard, "position" | "flag" | "isDueByDay"> {
  readonly deckId: number;
  /**
   * Of new cards their place, of those in learning seconds since 1970 unless they are due by day,
   * else days of the deck.
   */
  readonly due: number;
  /** Answers and failures; null has them counted in the review log. */
  readonly counts: { readonly repetitions: number; readonly lapses: number } | null;
  /** When it was last answered, s since 1970; null where that is unknown. */
  readonly answeredS: number | null;
}

/** A review as a deck gets it. */
export interface WrittenReview extends Pick<LoggedReview, "id" | "rating" | "kind" | "timeMs"> {
  readonly cardId: number;
  /** What the scheduler said; null has the spans between the card's reviews taken instead. */
  readonly schedule: Pick<LoggedReview, "interval" | "lastInterval" | "factor"> | null;
}

/** Some notes with their cards and reviews; a review's card comes before it, or with it. */
export interface WrittenPart {
  readonly notes: readonly WrittenNote[];
  readonly cards: readonly WrittenCard[];
  readonly reviews: readonly WrittenReview[];
}

/** What is written once all notes are there. */
export interface WrittenCollection {
  /** Four o'clock on the day from which days are counted, seconds since 1970. */
  readonly createdS: number;
  /** Of the learner's zone on that day, minutes west of UTC. */
  readonly minutesWest: number;
  readonly nowMs: number;
  readonly decks: readonly { readonly id: number; readonly name: string }[];
  /** Those that notes name. */
  readonly noteTypes: readonly NoteType[];
}
