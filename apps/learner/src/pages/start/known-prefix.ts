/** The answers to words of rising rank: true for right, false for missed or unknown. */
export type PlacementAnswers = readonly boolean[];

/** Fewer prove nothing, since three right answers among four options can be guessed. */
const RIGHT_MIN = 3;
/** One miss is forgiven among this many answers. */
const SLIP_EACH = 8;
/** This many misses in a row end the test, because the following words are harder. */
const MISSES_END = 3;

/** Whether further questions would not change the result. */
export function isPlaced(answers: PlacementAnswers, count: number): boolean {
  return (
    answers.length >= count ||
    (answers.length >= MISSES_END && !answers.slice(-MISSES_END).some(Boolean))
  );
}

/**
 * How many of the answers, from the most frequent word on, are surely known: the longest run that
 * ends with a right answer and has at most one miss in eight. 0 if that proves too little.
 */
export function knownPrefix(answers: PlacementAnswers): number {
  let misses = 0;
  let known = 0;
  answers.forEach((isRight, at) => {
    if (!isRight) misses += 1;
    else if (misses <= Math.floor((at + 1) / SLIP_EACH)) known = at + 1;
  });
  return known >= RIGHT_MIN ? known : 0;
}

/** Words in equal steps along the ranks: one from the middle of each step. */
export function alongRanks<T>(byRank: readonly T[], count: number): T[] {
  const steps = Math.min(count, byRank.length);
  return Array.from({ length: steps }, (_, at) =>
    byRank.slice(Math.floor(((at + 0.5) * byRank.length) / steps)),
  ).flatMap(([word]) => (word === undefined ? [] : [word]));
}
