import type { WordFacts } from "./answer.ts";
import type { LearnerSchedule } from "./interval/learner-goal.ts";
import type { SspPolicy } from "./interval/ssp-policy.ts";
import type { SchedulePlan } from "./interval/workload.ts";
import type { Meter } from "./monitoring/meter.ts";
import type { RatingState } from "./rating/rating-state.ts";

/** The context of an answer: the word's facts and rating, and inputs of planning. */
export interface Context {
  word: WordFacts;
  /** null: the word has no rating yet. */
  wordRating: RatingState | null;
  batchId?: string;
  plan?: SchedulePlan;
  sspPolicy?: SspPolicy;
  /** Recall targets by the learner's goal; absent: those of the parameters. */
  schedule?: LearnerSchedule;
  recentConfusables?: { wordId: string; lastAtMs: number; similarity: number }[];
  /** false: the answer is not a stored record and changes no rating. Absent: true. */
  rates?: boolean;
  /** Measures the run time of the steps; absent: not measured. */
  meter?: Meter;
}
