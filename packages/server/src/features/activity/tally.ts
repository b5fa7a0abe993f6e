/** An answer as the daily totals count it. */
export interface CountedAnswer {
  readonly userId: string;
  readonly wordId: string;
  readonly atMs: number;
  readonly category: "learning" | "review" | "all";
  readonly isCorrect: boolean;
  readonly responseTimeMs: number;
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

/** What the tally must be told about learners and their words. */
export interface TallyView {
  /** Day (yyyy-MM-dd) on which this moment falls for the learner. */
  dayOf(userId: string, atMs: number): string;
  /** Moment of the latest record of the word, undefined when there is none. */
  lastAnswerMs(userId: string, wordId: string): number | undefined;
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
  const rows = new Map<string, ActivityRow>();
  const lastDays = new Map<string, string>();
  for (const answer of answers) {
    const { userId, wordId, category } = answer;
    const day = view.dayOf(userId, answer.atMs);
    const word = `${userId}\n${wordId}`;
    const last = lastDays.get(word) ?? lastDayOf(view, answer);
    if (last === undefined || last < day) lastDays.set(word, day);
    add(rows, emptyRow(userId, day, category), {
      answers: 1,
      correct: answer.isCorrect ? 1 : 0,
      response_time_total_ms: answer.responseTimeMs,
      new_words: last === undefined ? 1 : 0,
      review_words: last !== undefined && last < day ? 1 : 0,
      mastered_words: answer.becameMastered ? 1 : 0,
    });
  }
  for (const { userId, atMs, ms } of studied) {
    if (ms > 0) add(rows, emptyRow(userId, view.dayOf(userId, atMs), "all"), { study_ms: ms });
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function lastDayOf(view: TallyView, { userId, wordId }: CountedAnswer): string | undefined {
  const lastMs = view.lastAnswerMs(userId, wordId);
  return lastMs === undefined ? undefined : view.dayOf(userId, lastMs);
}

type Key = "user_id" | "day" | "category";
type Sums = Omit<ActivityRow, Key>;

/** Puts numbers on top of the row with the same key. */
function add(rows: Map<string, ActivityRow>, empty: ActivityRow, more: Partial<Sums>): void {
  const key = `${empty.user_id}\n${empty.day}\n${empty.category}`;
  const row = rows.get(key) ?? empty;
  rows.set(key, {
    ...row,
    answers: row.answers + (more.answers ?? 0),
    correct: row.correct + (more.correct ?? 0),
    response_time_total_ms: row.response_time_total_ms + (more.response_time_total_ms ?? 0),
    new_words: row.new_words + (more.new_words ?? 0),
    review_words: row.review_words + (more.review_words ?? 0),
    mastered_words: row.mastered_words + (more.mastered_words ?? 0),
    study_ms: row.study_ms + (more.study_ms ?? 0),
  });
}

export function emptyRow(
  userId: string,
  day: string,
  category: ActivityRow["category"],
): ActivityRow {
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
