import type { RequestPoint } from "@wordloom/contract";

interface Sums {
  readonly total: number;
  /** Answered with a 4xx. */
  readonly refused: number;
  /** Answered with a 5xx. */
  readonly failed: number;
}

export function sumsOf(points: readonly RequestPoint[]): Sums {
  const sum = (valueOf: (point: RequestPoint) => number) =>
    points.reduce((all, point) => all + valueOf(point), 0);
  return {
    total: sum(({ total }) => total),
    refused: sum(({ errors4xx }) => errors4xx),
    failed: sum(({ errors5xx }) => errors5xx),
  };
}

type Place = readonly [x: number, y: number];

/** The runs of points that have a value: a line must not cross a time without any. */
export function runsOf(
  points: readonly RequestPoint[],
  valueOf: (point: RequestPoint) => number | null,
): Place[][] {
  const runs: Place[][] = [];
  let open: Place[] | undefined;
  for (const point of points) {
    const value = valueOf(point);
    if (value === null) {
      open = undefined;
      continue;
    }
    if (open === undefined) runs.push((open = []));
    open.push([point.ts, value]);
  }
  return runs;
}

/** The slowest point by its 95th percentile; undefined without requests. */
export function slowestOf(points: readonly RequestPoint[]): RequestPoint | undefined {
  return points
    .filter(({ p95Ms }) => p95Ms !== null)
    .toSorted((one, other) => (other.p95Ms ?? 0) - (one.p95Ms ?? 0))[0];
}
