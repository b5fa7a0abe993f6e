import type { AnswersByHour } from "@wordloom/contract";
import type { CurveLine } from "@wordloom/ui/charts";
import { withRunningEnd } from "../../features/day-curve/running-end.ts";

/** Today, whose last hour still runs, and the whole same day a week ago. */
export function answersLines(
  { today, sameDayLastWeek }: AnswersByHour,
  nameOfToday: string,
  nameOfThen: string,
): readonly CurveLine[] {
  return [
    ...withRunningEnd({ name: nameOfToday, points: pointsOf(today) }),
    { name: nameOfThen, points: pointsOf(sameDayLastWeek), future: true, tone: "soft" },
  ];
}

const pointsOf = (counts: readonly number[]) => counts.map((count, at) => [at, count] as const);
