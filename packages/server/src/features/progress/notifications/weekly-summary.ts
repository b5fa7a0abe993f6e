/** A learner's totals of one day. */
export interface WeekDay {
  readonly answers: number;
  readonly correct: number;
  readonly newWords: number;
  readonly masteredWords: number;
}

/**
 * A learner's week as a notification; undefined for a week without answers.
 *
 * @param days  days with activity
 * @param streakDays  consecutive days, up to today or yesterday
 */
export function weeklySummary(
  days: readonly WeekDay[],
  streakDays: number,
): { title: string; message: string } | undefined {
  const answers = sum(days, "answers");
  if (answers === 0) return undefined;
  const activeDays = days.filter((day) => day.answers > 0).length;
  const accuracy = Math.round((100 * sum(days, "correct")) / answers);
  const sentences = [
    `${plural(answers, "answer")} on ${plural(activeDays, "day")}, ${accuracy} % of them right.`,
    `${plural(sum(days, "newWords"), "new word")}, ${sum(days, "masteredWords")} mastered.`,
    streakDays > 1 ? `You have learned on ${streakDays} days in a row.` : "",
  ];
  return { title: "Your week", message: sentences.filter((text) => text !== "").join(" ") };
}

function sum(days: readonly WeekDay[], figure: keyof WeekDay): number {
  return days.reduce((total, day) => total + day[figure], 0);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
