/** Growth in percent, with one decimal; growth from zero counts as 100 %. */
export function growthPct(before: number, now: number): number {
  if (before === 0) return now > 0 ? 100 : 0;
  return Math.round(((now - before) / before) * 1000) / 10;
}
