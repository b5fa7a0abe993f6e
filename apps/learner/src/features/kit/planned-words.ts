import type { StudyToday } from "@wordloom/contract";
import type { Kit } from "./kit.ts";
import type { StudyWord } from "./study-word.ts";

/** The part of the plan that a session has taken so far. */
export interface Taken {
  readonly words: Readonly<Record<string, StudyWord>>;
  /** Its answers. */
  readonly history: readonly { readonly wordId: string }[];
}

/**
 * Words of the kit that a session can still take, in the kit's order. A kit loaded during the
 * session offers as many new words as the day has left. Unless the service has counted their
 * answers, the session's own new words are part of that number, even if the service picked others
 * this time.
 * @param isAhead include words that fall due later
 * @param dueMax the most reviews to take: today's portion, while the learner catches up
 */
export function plannedWords(
  kit: Kit,
  session: Taken,
  isAhead: boolean,
  dueMax = Infinity,
): readonly StudyWord[] {
  const offered = kit.words.filter(({ kind }) => isAhead || kind !== "ahead");
  const inKit = new Set(offered.map(({ word }) => word.id));
  const uncounted = new Set(kit.uncounted);
  const answered = session.history.map(({ wordId }) => wordId);
  const counted = new Set(answered.filter((wordId) => !uncounted.has(wordId)));
  const held = Object.values(session.words).filter(
    ({ kind, word }) => kind === "new" && !inKit.has(word.id) && !counted.has(word.id),
  );
  // The stored data of a word whose answer is unprocessed is outdated.
  const fresh = offered.filter(({ word, waiting }) => !waiting && !(word.id in session.words));
  const newWords = fresh.filter(({ kind }) => kind === "new");
  const tooMany = new Set(newWords.slice(Math.max(0, newWords.length - held.length)));
  const dueWords = fresh.filter(({ kind }) => kind === "due");
  const dueLater = new Set(dueWords.slice(Math.max(0, dueMax)));
  return fresh.filter((word) => !tooMany.has(word) && !dueLater.has(word));
}

/**
 * Reviews that today's portion has left: for what Today says, and for what is asked.
 *
 * @param cap      reviews a day; null: as many as are due
 * @param reviewed today
 */
export function reviewsLeft(cap: number | null, reviewed: number): number {
  return cap === null ? Infinity : Math.max(0, cap - reviewed);
}

/**
 * What is left of today's portion of reviews, after subtracting those waiting in the session.
 *
 * @param cap   reviews a day; null: as many as are due
 * @param nowMs by the service's clock
 */
export function duePortion(
  { plan, reviewed, uncounted }: Kit,
  { words, history }: Taken,
  cap: number | null,
  nowMs: number,
): number {
  if (cap === null) return Infinity;
  // A kit from an older app version lacks both fields.
  const isToday = nowMs < Date.parse(plan.dayEndsAt ?? "");
  const done = isToday ? (plan.reviewedToday ?? 0) + reviewed : 0;
  const over = new Set([...history.map(({ wordId }) => wordId), ...uncounted]);
  const held = Object.values(words).filter(
    ({ kind, word }) => kind === "due" && !over.has(word.id),
  );
  return reviewsLeft(cap, done + held.length);
}

/** Each new word of a day brings about so many reviews on a day of the following weeks. */
const REVIEWS_PER_NEW = 4;
/** So few are no burden, however small the plan is. */
const REVIEWS_MIN = 20;

/** Reviews of a usual day with this plan. */
export function usualReviews({ dailyTarget }: Pick<StudyToday, "dailyTarget">): number {
  return Math.max(REVIEWS_MIN, REVIEWS_PER_NEW * dailyTarget);
}
