/** The cost and the result of a policy. */
export interface Outcome {
  readonly minutes: number;
  /** Expected number of words recalled. */
  readonly known: number;
  readonly started: number;
}

/** Times that differ by less than this share count as equal: the day was full for all. */
const SAME_MINUTES = 0.02;

/**
 * Words per minute of a policy over those of the best fixed policies at equal knowledge.
 *
 * If minutes differ, knowledge is the number of words recalled. If everybody used all of the time,
 * it is the mean recall of the words started. The minutes per word are interpolated between
 * neighboring fixed policies, and constant beyond the last one.
 *
 * @returns above 1: better than any fixed policy
 */
export function ratioToFrontier(fixed: readonly Outcome[], policy: Outcome): number {
  const most = Math.max(...fixed.map(({ minutes }) => minutes));
  const least = Math.min(...fixed.map(({ minutes }) => minutes));
  const knowledge =
    most - least < SAME_MINUTES * most
      ? ({ known, started }: Outcome) => known / started
      : ({ known }: Outcome) => known;
  const points = efficient(
    fixed.map((one) => ({ x: knowledge(one), price: one.minutes / one.known })),
  );
  return priceAt(points, knowledge(policy)) / (policy.minutes / policy.known);
}

interface Point {
  readonly x: number;
  /** Minutes per word recalled. */
  readonly price: number;
}

/** The points not dominated by another one, by increasing knowledge. */
function efficient(points: readonly Point[]): Point[] {
  return points
    .filter((one) => !points.some((other) => other.x > one.x && other.price <= one.price))
    .toSorted((a, b) => a.x - b.x);
}

function priceAt(points: readonly Point[], x: number): number {
  const above = points.findIndex((point) => point.x >= x);
  const [first] = points as [Point];
  const last = points[points.length - 1] as Point;
  if (above === 0) return first.price;
  if (above < 0) return last.price;
  const [from, to] = [points[above - 1] as Point, points[above] as Point];
  return from.price + ((x - from.x) / (to.x - from.x)) * (to.price - from.price);
}
