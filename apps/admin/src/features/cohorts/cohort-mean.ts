export interface Cohort {
  /** yyyy-MM-dd, the first day of the week. */
  readonly cohortStart: string;
  readonly size: number;
  /** Shares, 0 to 1, by weeks since the beginning; null in an empty cohort. */
  readonly cells: readonly (number | null)[];
}

/**
 * The share of all learners who came in this week after their first, over the cohorts that have
 * reached that week; undefined if none has.
 */
export function meanOfWeek(
  cohorts: readonly Omit<Cohort, "cohortStart">[],
  week: number,
): number | undefined {
  const counted = cohorts.filter(({ size, cells }) => size > 0 && cells[week] !== undefined);
  const learners = counted.reduce((sum, { size }) => sum + size, 0);
  const came = counted.reduce((sum, { size, cells }) => sum + size * (cells[week] ?? 0), 0);
  return learners === 0 ? undefined : came / learners;
}
