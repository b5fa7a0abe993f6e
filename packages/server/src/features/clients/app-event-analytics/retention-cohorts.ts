import type { AppEventRetention } from "@wordloom/contract";
import { hasLearner, type LearnerSet } from "./learner-set.ts";

type Cohort = AppEventRetention["cohorts"][number];

/** A week with its new and its active learners. */
export interface CohortWeek {
  /** Monday. */
  readonly start: string;
  /** Numbers of the learners whose first week this is. */
  readonly newcomers: readonly number[];
  readonly active: LearnerSet;
}

/** The share of each week's newcomers who were active in that week and in each later one. */
export function cohortsOf(weeks: readonly CohortWeek[]): Cohort[] {
  return weeks.map(({ start, newcomers }, first) => {
    const size = newcomers.length;
    const followed = size === 0 ? [] : weeks.slice(first);
    const cells = followed.map(({ active }) => share(newcomers, active));
    return { cohortStart: start, size, cells };
  });
}

/** Rounded to four decimals. */
function share(learners: readonly number[], active: LearnerSet): number {
  let activeCount = 0;
  for (const learner of learners) if (hasLearner(active, learner)) activeCount += 1;
  return Math.round((activeCount / learners.length) * 10_000) / 10_000;
}
