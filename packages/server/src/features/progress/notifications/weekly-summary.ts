/** A learner's totals of one day. */
export interface WeekDay {
  readonly answers: number;
  readonly correct: number;
  readonly newWords: number;
  readonly masteredWords: number;
}

/** The content of a weekly report. */
export interface WeekFigures {
  readonly answers: number;
  /** Days with answers. */
  readonly days: number;
  /** Share of right answers, 0 to 1. */
  readonly accuracy: number;
  readonly newWords: number;
  readonly mastered: number;
  /** Consecutive days with answers, up to today or yesterday. */
  readonly streak: number;
}

/**
 * A learner's week; undefined for a week without answers.
 *
 * @param days  days with activity
 * @param streakDays  consecutive days, up to today or yesterday
 */
export function weeklySummary(
  days: readonly WeekDay[],
  streakDays: number,
): WeekFigures | undefined {
  const answers = sum(days, "answers");
  if (answers === 0) return undefined;
  return {
    answers,
    days: days.filter((day) => day.answers > 0).length,
    accuracy: sum(days, "correct") / answers,
    newWords: sum(days, "newWords"),
    mastered: sum(days, "masteredWords"),
    streak: streakDays,
  };
}

function sum(days: readonly WeekDay[], figure: keyof WeekDay): number {
  return days.reduce((total, day) => total + day[figure], 0);
}
