import type { Category, EnhancedStatistics, RecordStatistics } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { listDays, readTotals, todayOf, type DayTotals, type Totals } from "./activity.service.ts";
import { streakLength } from "./streak.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

export async function readStatistics(
  needs: Pick<Deps, "database">,
  learner: Learner,
  category: Category,
): Promise<RecordStatistics> {
  return toStatistics(await readTotals(needs.database, learner.id, { category }));
}

/** Statistics with a daily history. Days without a record of the category are left out. */
export async function readEnhancedStatistics(
  needs: Needs,
  learner: Learner,
  category: Category,
): Promise<EnhancedStatistics> {
  const days = await listDays(needs.database, learner.id, { category });
  const answered = days.filter((day) => day.answers > 0);
  const today = await todayOf(needs, learner.id);
  const dates = answered.map(({ day }) => day);
  return {
    ...toStatistics(sumOf(days)),
    streak: streakLength(dates, today),
    daily: answered.map(toDaily),
  };
}

function toStatistics(totals: Pick<Totals, "answers" | "correct" | "studyMs">): RecordStatistics {
  return {
    total: totals.answers,
    correct: totals.correct,
    accuracy: accuracyOf(totals),
    totalDurationSecs: Math.round(totals.studyMs / 1000),
  };
}

function toDaily(day: DayTotals) {
  return {
    date: day.day,
    total: day.answers,
    correct: day.correct,
    accuracy: accuracyOf(day),
    newWords: day.newWords,
    durationSecs: Math.round(day.studyMs / 1000),
  };
}

function sumOf(days: readonly DayTotals[]) {
  const sum = { answers: 0, correct: 0, studyMs: 0 };
  for (const day of days) {
    sum.answers += day.answers;
    sum.correct += day.correct;
    sum.studyMs += day.studyMs;
  }
  return sum;
}

function accuracyOf({ answers, correct }: { answers: number; correct: number }): number {
  return answers === 0 ? 0 : correct / answers;
}
