import { countLearners, uniteSets, type LearnerSet } from "./learner-set.ts";

/** Sets of learners by day and kind. */
export interface LearnerDays {
  /** Learners of this kind on any of these days. */
  of(kind: string, days: readonly string[]): LearnerSet;
  /** Number of learners of this kind on any of these days. */
  count(kind: string, days: readonly string[]): number;
}

export function learnerDays(
  rows: readonly { readonly day: string; readonly kind: string; readonly set: LearnerSet }[],
): LearnerDays {
  const byPlace = new Map(rows.map(({ day, kind, set }) => [`${day} ${kind}`, set]));
  const of = (kind: string, days: readonly string[]) =>
    uniteSets(days.flatMap((day) => byPlace.get(`${day} ${kind}`) ?? []));
  return { of, count: (kind, days) => countLearners(of(kind, days)) };
}
