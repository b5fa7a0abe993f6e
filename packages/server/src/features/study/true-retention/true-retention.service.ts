import type { TrueRetention } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { DAY_MS, HOUR_MS, QUARTER_HOUR_MS } from "../../../platform/time/durations.ts";
import { dayBoundariesMs, localHour, shiftDay } from "../../../platform/time/local-day.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { parametersOfLearner } from "../../adaptation/engine-trials/learner-parameters.service.ts";
import { countReviewOutcomes, type ReviewOutcomes } from "./true-retention.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Days since the previous answer. */
const AGES = [
  { label: "fresh", fromDays: 0, toDays: 3 },
  { label: "young", fromDays: 3, toDays: 21 },
  { label: "mature", fromDays: 21, toDays: 90 },
  { label: "old", fromDays: 90, toDays: null },
] as const;

/** Days read per statement, before other requests get their turn. */
const DAYS_AT_ONCE = 3;

/**
 * Outcomes of the learner's reviews, by the word's age, the hour and the day. A review is an answer
 * after a night, because repeats within a day show nothing about retention.
 *
 * @param count  number of days, the last of which is today
 */
export async function readTrueRetention(
  needs: Needs,
  learner: Learner,
  count: number,
): Promise<TrueRetention> {
  const { date: today, rules } = await learnerDay(needs, learner.id);
  const firstDay = shiftDay(today, 1 - count);
  const boundaries = dayBoundariesMs(firstDay, count, rules);
  const { memoryModel } = (await parametersOfLearner(needs, learner.id)).parameters;
  const pauseMs = memoryModel.sameDayMaxHours * HOUR_MS;
  const outcomes = await readOutcomes(needs, learner.id, boundaries, pauseMs);
  const hourOf = ({ step }: ReviewOutcomes) => localHour(step * QUARTER_HOUR_MS, rules.timeZone);
  const dayOf = ({ step }: ReviewOutcomes) =>
    boundaries.findLastIndex((startMs) => startMs <= step * QUARTER_HOUR_MS);
  const byAge = sums(outcomes, AGES.length, ({ age }) => age);
  const byHour = sums(outcomes, 24, hourOf);
  const byDay = sums(outcomes, count, dayOf);
  return {
    target: memoryModel.baseDesiredRetention,
    byAge: byAge.map((sum, n) => ({ ...(AGES[n] ?? AGES[0]), ...sum })),
    byHour: byHour.map((sum, hour) => ({ hour, ...sum })),
    byDay: byDay.map((sum, n) => ({ date: shiftDay(firstDay, n), ...sum })),
  };
}

async function readOutcomes(
  { database }: Needs,
  userId: string,
  boundaries: readonly number[],
  pauseMs: number,
): Promise<ReviewOutcomes[]> {
  const ages = AGES.slice(1).map(({ fromDays }) => fromDays * DAY_MS);
  // Days and hours begin at quarter hours.
  const rules = { pauseMs, stepMs: QUARTER_HOUR_MS, ages };
  const outcomes: ReviewOutcomes[] = [];
  const last = boundaries.length - 1;
  for (let start = 0; start < last; start += DAYS_AT_ONCE) {
    const fromMs = boundaries[start] ?? 0;
    const untilMs = boundaries[Math.min(last, start + DAYS_AT_ONCE)] ?? 0;
    outcomes.push(...(await countReviewOutcomes(database, userId, { fromMs, untilMs }, rules)));
  }
  return outcomes;
}

type Sum = Pick<ReviewOutcomes, "answers" | "correct">;

/** Answers and right answers in each of `count` groups. */
function sums(
  outcomes: readonly ReviewOutcomes[],
  count: number,
  groupOf: (row: ReviewOutcomes) => number,
): Sum[] {
  const totals = Array.from({ length: count }, () => ({ answers: 0, correct: 0 }));
  for (const row of outcomes) {
    const total = totals[groupOf(row)];
    if (total === undefined) continue;
    total.answers += row.answers;
    total.correct += row.correct;
  }
  return totals;
}
