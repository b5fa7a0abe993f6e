import type { GoalForecast, LearnerGoal } from "@wordloom/contract";

/**
 * Minutes a day that a goal takes over the forecast's weeks, whole and at least 1; undefined where
 * the forecast does not know the goal.
 *
 * @param newPerDay new words a day, if not those of the forecast: minutes grow with them
 */
export function minutesPerDay(
  forecast: GoalForecast,
  goal: LearnerGoal,
  newPerDay = forecast.newPerDay,
): number | undefined {
  const found = forecast.goals.find((one) => one.goal === goal);
  if (found === undefined) return undefined;
  const share = newPerDay / Math.max(1, forecast.newPerDay);
  return Math.max(1, Math.round(found.minutesPerDay * share));
}
