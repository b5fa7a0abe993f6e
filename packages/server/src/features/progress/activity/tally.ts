/** An answer to be counted in the daily totals. */
export interface CountedAnswer {
  readonly userId: string;
  readonly wordId: string;
  readonly atMs: number;
  readonly category: "learning" | "review" | "all";
  readonly isCorrect: boolean;
  readonly responseTimeMs: number;
  /**
   * When the engine last learned from an answer to the word, recorded or not. null: the word was
   * reset; undefined: never.
   */
  readonly lastMetMs: number | null | undefined;
  /**
   * Whether an earlier answer has changed the word's rating. If so, that answer was recorded,
   * because events without a record change no rating. (A second record on the same day changes none
   * either.)
   */
  readonly hasRated: boolean;
  /** Whether this answer made the word mastered. */
  readonly becameMastered: boolean;
}

/** Study time counted for one event of a session. */
export interface StudyTime {
  readonly userId: string;
  readonly atMs: number;
  readonly ms: number;
}

/** One learner's day in one category: a row of `daily_activity`. */
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

/** The learner's day (yyyy-MM-dd) at an instant. */
export type DayOf = (userId: string, atMs: number) => string;

/** What the tally needs to know about learners and their words. */
export interface TallyView {
  readonly dayOf: DayOf;
  /**
   * Times of the latest records (null without any) of the words for which `isUnclear` is true, by
   * `wordKey`.
   */
  readonly lastRecordMs: ReadonlyMap<string, number | null>;
}

/**
 * Sums up answers and study time by learner, day and category.
 *
 * A word is new on the day of its very first answer, and reviewed on later days, once a day. The
 * order of `answers` decides which was first. The rows are sorted by key, so that concurrent
 * transactions lock them in the same order.
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
 * Whether the records must be queried to know if the word is new. They must if its last answer was
 * on the same day or perhaps never recorded, or if the word was reset.
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

/** Upper bound of a day's length, including days on which clocks are set back. */
const DAY_LONGEST_MS = 26 * 3_600_000;

/** Sorts before all days. Represents any day more than one day ago. */
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

/** A row with all counts zero. */
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
