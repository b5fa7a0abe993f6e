import type { StudyForecast } from "@wordloom/contract";
import { secondsPerReview } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { QUARTER_HOUR_MS } from "../../../platform/time/durations.ts";
import { dayBoundariesMs, shiftDay } from "../../../platform/time/local-day.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { parametersOfLearner } from "../../adaptation/engine-trials/learner-parameters.service.ts";
import { countReviewsByStep } from "../learning/study-pool.service.ts";
import { readStudyConfig, selectionOf } from "../study-config/study-config.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/**
 * Reviews of the selected wordbooks by the day on which they fall due.
 *
 * @param count  number of days, the first of which is today
 */
export async function readForecast(
  needs: Needs,
  learner: Learner,
  count: number,
): Promise<StudyForecast> {
  const { nowMs, dayEndMs, date: today, rules } = await learnerDay(needs, learner.id);
  const boundaries = dayBoundariesMs(today, count, rules);
  const selection = selectionOf(await readStudyConfig(needs, learner.id));
  const counted = await countReviewsByStep(needs.database, {
    userId: learner.id,
    ...selection,
    nowMs,
    dayEndMs,
    fromMs: boundaries[0] ?? 0,
    untilMs: boundaries.at(-1) ?? 0,
    // Days begin at whole quarters of an hour.
    stepMs: QUARTER_HOUR_MS,
  });
  const [backlog = 0, ...due] = sumsBetween(boundaries, counted);
  const seconds = await reviewSeconds(needs, learner.id);
  return {
    backlog,
    days: due.map((reviews, n) => ({
      date: shiftDay(today, n),
      due: reviews,
      expectedMinutes: minutesFor(reviews, seconds),
    })),
    reviews: due.reduce((sum, reviews) => sum + reviews, backlog),
  };
}

/** Expected time of one review, seconds. */
async function reviewSeconds(needs: Needs, userId: string): Promise<number> {
  const learner = await readEngineState(needs, userId);
  const { parameters } = await parametersOfLearner(needs, userId);
  return secondsPerReview(learner, parameters);
}

export function minutesFor(words: number, secondsPerWord: number): number {
  return Math.ceil((words * secondsPerWord) / 60);
}

/** Reviews before the first boundary, and from each boundary to the next. */
function sumsBetween(
  boundaries: readonly number[],
  counted: readonly { step: number; reviews: number }[],
): number[] {
  const sums = boundaries.map(() => 0);
  let at = 0;
  for (const { step, reviews } of counted) {
    const startMs = step < 0 ? Number.NEGATIVE_INFINITY : step * QUARTER_HOUR_MS;
    while (startMs >= (boundaries[at] ?? Number.POSITIVE_INFINITY)) at += 1;
    sums[at] = (sums[at] ?? 0) + reviews;
  }
  return sums;
}
