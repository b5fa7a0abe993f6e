/** What was answered to the words along the ranks: right, or missed or not known. */
export type PlacementAnswers = readonly boolean[];

/** Fewer say nothing: three of four options could be guessed. */
const RIGHT_MIN = 3;
/** A slip is forgiven among that many. */
const SLIP_EACH = 8;
/** So many misses in a row: what follows is harder still. */
const MISSES_END = 3;

/** Whether asking on would teach nothing. */
export function isPlaced(answers: PlacementAnswers, count: number): boolean {
  return (
    answers.length >= count ||
    (answers.length >= MISSES_END && !answers.slice(-MISSES_END).some(Boolean))
  );
}

/**
 * How many of the answers, from the most frequent word on, are surely known: the longest run that
 * ends with a right answer and has at most one miss in eight. 0 when that is too little to tell.
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

/** Words in even steps along the ranks: one from the middle of each step. */
export function alongRanks<T>(byRank: readonly T[], count: number): T[] {
  const steps = Math.min(count, byRank.length);
  return Array.from({ length: steps }, (_, at) =>
    byRank.slice(Math.floor(((at + 0.5) * byRank.length) / steps)),
  ).flatMap(([word]) => (word === undefined ? [] : [word]));
}
