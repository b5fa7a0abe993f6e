/** How many rows an address asks for: within the bounds, the least for what is no number. */
export function clampedCount(asked: string, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.trunc(Number(asked)) || least));
}
