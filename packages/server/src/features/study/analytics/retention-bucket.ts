/** Points of the retention curve, days since a word's first record. */
export const RETENTION_DAYS = [1, 2, 4, 7, 15, 30] as const;

/** Words learned more recently say nothing about retention. */
const AGE_LEAST_DAYS = 0.5;

/**
 * The point nearest to an age in days (the earlier one on a tie); undefined below the minimum age.
 */
export function retentionBucket(ageDays: number): number | undefined {
  if (ageDays < AGE_LEAST_DAYS) return undefined;
  return [...RETENTION_DAYS].sort((a, b) => Math.abs(a - ageDays) - Math.abs(b - ageDays))[0];
}
