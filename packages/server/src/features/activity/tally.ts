/** An answer as the daily totals count it. */
export interface CountedAnswer {
  readonly userId: string;
  readonly wordId: string;
  readonly atMs: number;
  readonly category: "learning" | "review" | "all";
  readonly isCorrect: boolean;
  readonly responseTimeMs: number;
  /**
   * When the engine last heard of the word: of a record, or of an event that left none. null: it
   * was told to forget; undefined: it has never heard of it.
   */
  readonly lastMetMs: number | null | undefined;
  /**
   * An earlier answer has moved the rating of the word: then there is a record of it, because bare
   * events rate nothing. A record on a day on which the word was met before does not either.
   */
  readonly hasRated: boolean;
  /** The word was not mastered before this answer and is now. */
  readonly becameMastered: boolean;
}

/** Time that passed in a session up to one of its events. */
export interface StudyTime {
  readonly userId: string;
  readonly atMs: number;
  readonly ms: number;
}

/** One learner's day in one category, as it lies in the database. */
export interface ActivityRow {
  readonly user_id: string;
  readonly day: string;
  readonly category: CountedAnswer["category"];
  readonly answers: number;
  readonly correct: number;
  readonly response_time_total_ms: number;
  readonly new_words: number;
  readonly review_words: number;
  readonly mastered_words: number;
  readonly study_ms: number;
}

/** Day (yyyy-MM-dd) on which a moment falls for a learner. */
export type DayOf = (userId: string, atMs: number) => string;

/** What the tally must be told about learners and their words. */
export interface TallyView {
  readonly dayOf: DayOf;
  /**
   * Moments of the latest records (null: there is none) of the words that `isUnclear` names, by
   * `wordKey`.
   */
  readonly lastRecordMs: ReadonlyMap<string, number | null>;
}

/**
 * Sums answers and study time up by learner, day and category.
 *
 * A word is new on the day of its very first answer, and reviewed on any later day, once a day.
 * Which answer was the first is decided by the order in which they come in here. The rows come in
 * the order of their keys, so that two transactions take their locks in one order.
 */
export function tally(
  answers: readonly CountedAnswer[],
  studied: readonly StudyTime[],
  view: TallyView,
): ActivityRow[] {
  const rows = new Map<string, Sums>();
  const lastDays = new Map<string, string>();
  for (const answer of answers) {
    const day = view.dayOf(answer.userId, answer.atMs);
    const word = wordKey(answer);
    const last = lastDays.get(word) ?? lastDayOf(view, answer);
    if (last === undefined || last < day) lastDays.set(word, day);
    const row = rowOf(rows, answer.userId, day, answer.category);
    row.answers += 1;
    row.response_time_total_ms += answer.responseTimeMs;
    if (answer.isCorrect) row.correct += 1;
    if (answer.becameMastered) row.mastered_words += 1;
    if (last === undefined) row.new_words += 1;
    else if (last < day) row.review_words += 1;
  }
  for (const { userId, atMs, ms } of studied) {
    if (ms > 0) rowOf(rows, userId, view.dayOf(userId, atMs), "all").study_ms += ms;
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/**
 * Whether only the records can tell if the word is new or known: the engine has heard of it on this
 * very day, perhaps never by a record, or was told to forget it.
 */
export function isUnclear(answer: CountedAnswer, dayOf: DayOf): boolean {
  const { userId, lastMetMs, hasRated, atMs } = answer;
  if (lastMetMs === undefined) return false;
  if (lastMetMs === null || !hasRated) return true;
  return dayBefore(dayOf, userId, lastMetMs, atMs) >= dayOf(userId, atMs);
}

export function wordKey({ userId, wordId }: { userId: string; wordId: string }): string {
  return `${userId}\n${wordId}`;
}

function lastDayOf(view: TallyView, answer: CountedAnswer): string | undefined {
  const recordMs = view.lastRecordMs.get(wordKey(answer));
  const lastMs = (recordMs === undefined ? answer.lastMetMs : recordMs) ?? undefined;
  if (lastMs === undefined) return undefined;
  return dayBefore(view.dayOf, answer.userId, lastMs, answer.atMs);
}

/** No day is longer, not even one on which clocks are set back. */
const DAY_LONGEST_MS = 26 * 3_600_000;

/** Comes before all days: enough to know of a word that was answered long ago. */
const LONG_AGO = "";

function dayBefore(dayOf: DayOf, userId: string, lastMs: number, atMs: number): string {
  return atMs - lastMs > DAY_LONGEST_MS ? LONG_AGO : dayOf(userId, lastMs);
}

/** A row while it is being summed up. */
type Sums = { -readonly [K in keyof ActivityRow]: ActivityRow[K] };

function rowOf(
  rows: Map<string, Sums>,
  userId: string,
  day: string,
  category: ActivityRow["category"],
): Sums {
  const key = `${userId}\n${day}\n${category}`;
  const known = rows.get(key);
  if (known !== undefined) return known;
  const row = emptyRow(userId, day, category);
  rows.set(key, row);
  return row;
}

/** A row to add numbers to. */
export function emptyRow(userId: string, day: string, category: ActivityRow["category"]): Sums {
  return {
    user_id: userId,
    day,
    category,
    answers: 0,
    correct: 0,
    response_time_total_ms: 0,
    new_words: 0,
    review_words: 0,
    mastered_words: 0,
    study_ms: 0,
  };
}
