import type { WordPublic } from "@wordloom/contract";

/** What was answered to the words along the ranks: right, or missed or not known. */
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

/** What the answers of a placement say about a book. */
export interface Placed {
  readonly answers: number;
  readonly right: number;
  /** So many misses in a row ended it before the last word. */
  readonly isEarly: boolean;
  /** Words that are surely known, from the most frequent on. */
  readonly known: number;
  /** Those of them that need not be learned: missed ones stay. */
  readonly skipped: readonly WordPublic[];
  readonly kept: number;
  /** The first word after them, by its place in the book; undefined where none is left. */
  readonly start: { readonly word: WordPublic; readonly rank: number } | undefined;
}

/**
 * @param byRank all words of the book
 * @param asked  words of the test, in the order of the answers
 */
export function placementOf(
  byRank: readonly WordPublic[],
  asked: readonly WordPublic[],
  answers: PlacementAnswers,
): Placed {
  const known = rankAfter(knownPrefix(answers), asked, byRank);
  const missed = new Set(asked.filter((_, at) => answers[at] === false));
  const surely = byRank.slice(0, known);
  const skipped = surely.filter((word) => !missed.has(word));
  const word = byRank[known];
  return {
    answers: answers.length,
    right: answers.filter(Boolean).length,
    isEarly: answers.length < asked.length,
    known,
    skipped,
    kept: known - skipped.length,
    start: word && { word, rank: known + 1 },
  };
}

/** How many words of the book these words of the test stand for: up to halfway to the next one. */
function rankAfter(
  count: number,
  asked: readonly WordPublic[],
  byRank: readonly WordPublic[],
): number {
  const [last, next] = [asked[count - 1], asked[count]];
  if (last === undefined) return 0;
  if (next === undefined) return byRank.length;
  return Math.ceil((byRank.indexOf(last) + byRank.indexOf(next)) / 2);
}

/** Words in even steps along the ranks: one from the middle of each step. */
export function alongRanks<T>(byRank: readonly T[], count: number): T[] {
  const steps = Math.min(count, byRank.length);
  return Array.from({ length: steps }, (_, at) =>
    byRank.slice(Math.floor(((at + 0.5) * byRank.length) / steps)),
  ).flatMap(([word]) => (word === undefined ? [] : [word]));
}
