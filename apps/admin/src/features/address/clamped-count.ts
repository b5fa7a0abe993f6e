/**
 * The number of rows that an address asks for, clamped to the bounds; the minimum if it is no
 * number.
 */
export function clampedCount(asked: string, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.trunc(Number(asked)) || least));
}
