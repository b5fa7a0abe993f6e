/** The number nearest to `value` that is `min` plus a whole number of steps, at most `max`. */
export function withinSteps(
  value: number,
  { min, max, step }: { readonly min: number; readonly max: number; readonly step: number },
): number {
  if (Number.isNaN(value)) return min;
  const count = Math.round((Math.min(max, Math.max(min, value)) - min) / step);
  const nearest = min + count * step;
  return nearest > max ? nearest - step : nearest;
}
