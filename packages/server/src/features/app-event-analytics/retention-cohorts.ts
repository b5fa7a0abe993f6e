import type { AppEventRetention } from "@wordloom/contract";
import { hasLearner, type LearnerSet } from "./learner-set.ts";

type Cohort = AppEventRetention["cohorts"][number];

/** A week, its newcomers, and everyone who was there. */
export interface CohortWeek {
  /** Monday. */
  readonly start: string;
  /** Numbers of the learners whose first week it is. */
  readonly newcomers: readonly number[];
  readonly active: LearnerSet;
}

/** Which share of the newcomers of each week was there in it and in those that followed. */
export function cohortsOf(weeks: readonly CohortWeek[]): Cohort[] {
  return weeks.map(({ start, newcomers }, first) => {
    const size = newcomers.length;
    const lasting = size === 0 ? [] : weeks.slice(first);
    const cells = lasting.map(({ active }) => share(newcomers, active));
    return { cohortStart: start, size, cells };
  });
}

/** To a ten-thousandth. */
function share(learners: readonly number[], active: LearnerSet): number {
  let there = 0;
  for (const learner of learners) if (hasLearner(active, learner)) there += 1;
  return Math.round((there / learners.length) * 10_000) / 10_000;
}
