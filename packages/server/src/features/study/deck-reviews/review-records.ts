import type { Selectable } from "kysely";
import type { DeckWord } from "../../../deck-keeper.ts";
import { localDay, type DayRules } from "../../../platform/time/local-day.ts";
import type { RecordsTable } from "../../progress/answers/answers.tables.ts";

type DeckReview = DeckWord["note"]["reviews"][number];
type DeckAnswer = Extract<DeckReview, { readonly id: number }>;

/** A review of a word. */
export interface WordReview extends DeckAnswer {
  readonly wordId: string;
  /** Whether it is of the first day of its card. */
  readonly isFirstDay: boolean;
}

/** Longer answers count as this long, ms, like those that are given here. */
const RESPONSE_MAX_MS = 3_600_000;
/** Records of a word this close to each other are of the same review, ms. */
const SAME_WITHIN_MS = 5;

/** The answers of these words in the order of their notes; a day is one of the learner's. */
export function reviewsOf(words: readonly DeckWord[], rules: DayRules): WordReview[] {
  const firstDays = new Map<number, string>();
  return words.flatMap(({ wordId, note }) =>
    note.reviews.flatMap((review): WordReview[] => {
      if ("forgottenAtMs" in review) return [];
      const day = localDay(review.id, rules.timeZone, rules.dayStartHour);
      const first = firstDays.get(review.cardId) ?? day;
      firstDays.set(review.cardId, first);
      return [{ ...review, wordId, isFirstDay: day === first }];
    }),
  );
}

/** When words began anew. */
export function restartsOf(words: readonly DeckWord[]): { wordId: string; atMs: number }[] {
  return words.flatMap(({ wordId, note }) =>
    note.reviews.flatMap((review) =>
      "forgottenAtMs" in review ? [{ wordId, atMs: review.forgottenAtMs }] : [],
    ),
  );
}

/**
 * The reviews that no record is of.
 *
 * @param known  times of the records of these words, ms since 1970
 */
export function unknownReviews<T extends { readonly wordId: string; readonly id: number }>(
  reviews: readonly T[],
  known: readonly { readonly word_id: string; readonly created_at_ms: number }[],
): T[] {
  const timesOf = Map.groupBy(known, (row) => row.word_id);
  const sets = new Map(
    [...timesOf].map(([wordId, rows]) => [wordId, new Set(rows.map((row) => row.created_at_ms))]),
  );
  return reviews.filter(({ wordId, id }) => {
    const times = sets.get(wordId);
    if (times === undefined) return true;
    for (let atMs = id - SAME_WITHIN_MS; atMs <= id + SAME_WITHIN_MS; atMs += 1)
      if (times.has(atMs)) return false;
    return true;
  });
}

/** The key by which a review of the log is known. */
export function clientIdOf({ id }: { readonly id: number }): string {
  return `anki:${id}`;
}

/**
 * Reviews as records. A review of the same id that belongs to another word, of another collection,
 * leaves the key to it.
 *
 * @param used  keys that records have
 */
export function recordsOf(
  reviews: readonly WordReview[],
  of: { readonly userId: string; readonly importId: string },
  used: ReadonlySet<string>,
  newId: () => string,
): Selectable<RecordsTable>[] {
  return reviews.map((review) => {
    const key = clientIdOf(review);
    return {
      id: newId(),
      user_id: of.userId,
      word_id: review.wordId,
      is_correct: review.rating > 1 ? 1 : 0,
      response_time_ms: Math.min(review.responseTimeMs, RESPONSE_MAX_MS),
      session_id: null,
      record_type: review.isFirstDay ? "learning" : "review",
      self_rating: review.rating - 1,
      question_mode: review.questionMode ?? null,
      client_record_id: used.has(key) ? `${key}:${review.wordId}` : key,
      details_json: null,
      created_at_ms: review.id,
      import_id: of.importId,
    };
  });
}
