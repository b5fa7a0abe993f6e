/** Reviews answered within one hour of the learner's clock, 0 to 23. */
interface HourOutcomes {
  readonly hour: number;
  readonly answers: number;
  readonly correct: number;
}

/** Two hours in which a learner remembers more than in others. */
interface BestTime {
  /** The full hour in their middle, 0 to 23. */
  readonly around: number;
  /** Share of right answers, 0 to 1. */
  readonly share: number;
}

/** A shorter time has too few answers of most learners. */
export const BEST_TIME_DAYS = 90;

/** Two hours with fewer answers mean nothing. */
const ANSWERS_MIN = 20;

/**
 * When the learner remembers most: two hours around a full hour, the same on every screen.
 *
 * @returns undefined if no other two hours have enough answers to compare them with
 */
export function bestTime(byHour: readonly HourOutcomes[]): BestTime | undefined {
  const of = new Map(byHour.map((outcomes) => [outcomes.hour, outcomes]));
  const known = byHour
    .map(({ hour: around }) => {
      const pair = pairAround(around).map((hour) => of.get(hour));
      const answers = pair.reduce((sum, one) => sum + (one?.answers ?? 0), 0);
      const correct = pair.reduce((sum, one) => sum + (one?.correct ?? 0), 0);
      return { around, answers, share: correct / answers };
    })
    .filter(({ answers }) => answers >= ANSWERS_MIN)
    .toSorted((one, other) => other.share - one.share || other.answers - one.answers);
  const [best] = known;
  if (best === undefined) return undefined;
  const hours = pairAround(best.around);
  const isApart = ({ around }: BestTime) =>
    !pairAround(around).some((hour) => hours.includes(hour));
  return known.some(isApart) ? { around: best.around, share: best.share } : undefined;
}

/** The hours before and after a full hour of the clock. */
export function pairAround(around: number): readonly [number, number] {
  return [(around + 23) % 24, around];
}
