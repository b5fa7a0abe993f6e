import { countLearners, joined, type LearnerSet } from "./learner-set.ts";

/** Sets of learners as they are stored: by day and by kind. */
export interface LearnerDays {
  /** Learners of this kind on any of these days. */
  of(kind: string, days: readonly string[]): LearnerSet;
  /** How many those are. */
  count(kind: string, days: readonly string[]): number;
}

export function learnerDays(
  rows: readonly { readonly day: string; readonly kind: string; readonly set: LearnerSet }[],
): LearnerDays {
  const byPlace = new Map(rows.map(({ day, kind, set }) => [`${day} ${kind}`, set]));
  const of = (kind: string, days: readonly string[]) =>
    joined(days.flatMap((day) => byPlace.get(`${day} ${kind}`) ?? []));
  return { of, count: (kind, days) => countLearners(of(kind, days)) };
}
