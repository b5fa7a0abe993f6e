/** Some of the points, evenly and away from the ends, so that each has room for a label below. */
export function labeled<T>(points: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, Math.ceil(points.length / count));
  return points.filter((_, at) => at % step === Math.floor(step / 2));
}
