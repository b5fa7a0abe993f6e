import type { Kit } from "./kit.ts";
import type { StudyWord } from "./study-word.ts";

/** What a session has taken of the plan so far. */
export interface Taken {
  readonly words: Readonly<Record<string, StudyWord>>;
  /** Its answers. */
  readonly history: readonly { readonly wordId: string }[];
}

/**
 * Words of the kit that a session can still take, in the kit's order. A kit that was made during
 * the session offers as many new words as the day has left. Those that the session holds are among
 * them unless the service has counted their answers, though it may have picked others this time.
 *
 * @param isAhead with words that fall due later
 * @param dueMax words to be reviewed at most: today's portion, while the learner catches up
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
  // What is known of a waiting word is not true any more.
  const fresh = offered.filter(({ word, waiting }) => !waiting && !(word.id in session.words));
  const newWords = fresh.filter(({ kind }) => kind === "new");
  const tooMany = new Set(newWords.slice(Math.max(0, newWords.length - held.length)));
  const dueWords = fresh.filter(({ kind }) => kind === "due");
  const dueLater = new Set(dueWords.slice(Math.max(0, dueMax)));
  return fresh.filter((word) => !tooMany.has(word) && !dueLater.has(word));
}

/**
 * What is left of today's portion of reviews, those that wait in the session taken off.
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
  // A kit of an earlier version of the app says neither.
  const isToday = nowMs < Date.parse(plan.dayEndsAt ?? "");
  const done = isToday ? (plan.reviewedToday ?? 0) + reviewed : 0;
  const over = new Set([...history.map(({ wordId }) => wordId), ...uncounted]);
  const held = Object.values(words).filter(
    ({ kind, word }) => kind === "due" && !over.has(word.id),
  );
  return Math.max(0, cap - done - held.length);
}
