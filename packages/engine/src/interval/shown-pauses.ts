/**
 * How often a learner recalled and missed words, by the pause since the previous answer: the
 * evidence behind long intervals. Entry k counts pauses from half a day times √2^k on; the last one
 * has no end.
 */
export interface ShownPauses {
  /** A choice among options counts less than 1, because it may be a guess. */
  recalled: number[];
  missed: number[];
}

/** An answer after a night or more. */
export interface ShownAnswer {
  pauseDays: number;
  isCorrect: boolean;
  /** Probability that a right answer is no guess, in (0, 1]. */
  weight: number;
}

const BINS = 20;
const FIRST_EDGE_DAYS = 0.5;
const EDGES = Array.from({ length: BINS }, (_, k) => FIRST_EDGE_DAYS * 2 ** (k / 2));

/** An interval is at most this many times a pause that the learner has shown. */
const MAX_REACH = 4;
/** How many times more than planned the learner may forget after the interval, at worst. */
const FORGETS_AT_WORST = 6;
/** The wait allowed to everybody. */
const FREE_DAYS = 3;
/** The longest interval of a word that was only recognized so far. */
const RECOGNIZED_DAYS = 2;
/** 0.9 quantile of the normal distribution, and its square. */
const Z = 1.2815515655446004;
const Z2 = Z * Z;

export function noPauses(): ShownPauses {
  return { recalled: new Array<number>(BINS).fill(0), missed: new Array<number>(BINS).fill(0) };
}

/** The evidence after an answer; a pause of less than half a day adds nothing. */
export function withPause(pauses: ShownPauses, answer: ShownAnswer): ShownPauses {
  if (answer.pauseDays < FIRST_EDGE_DAYS) return pauses;
  const k = binOf(answer.pauseDays);
  const { recalled, missed } = pauses;
  if (!answer.isCorrect) return { recalled, missed: addedAt(missed, k, 1) };
  return { recalled: addedAt(recalled, k, answer.weight), missed };
}

/** Two decimals are precise enough and keep the learner's state small. */
function addedAt(counts: readonly number[], k: number, amount: number): number[] {
  const next = counts.slice();
  next[k] = Math.round(((next[k] as number) + amount) * 100) / 100;
  return next;
}

function binOf(days: number): number {
  const k = Math.floor(2 * Math.log2(days / FIRST_EDGE_DAYS));
  return Math.min(Math.max(k, 0), BINS - 1);
}

/**
 * The interval, cut to what the learner has shown.
 *
 * The learner's own answers after a pause give an upper limit of the share forgotten, with a
 * confidence of 90 %. As forgetting curves are convex, this share at most triples when the pause
 * triples. A word may wait as long as the limit stays within six times what the target allows, but
 * at most four times the pause. Three days are always allowed.
 *
 * @param days          planned interval, > 0
 * @param targetRecall  recall the interval aims at, in (0, 1)
 */
export function withinShown(days: number, pauses: ShownPauses, targetRecall: number): number {
  if (days <= FREE_DAYS) return days;
  const forgets = FORGETS_AT_WORST * (1 - targetRecall);
  const enough = Math.min(Math.max(binOf(days / MAX_REACH), 0) + 1, BINS);
  let longest = FREE_DAYS;
  // Long pauses first: with a longer history, one of them is sufficient.
  for (let k = enough; k < BINS; k++) {
    longest = Math.max(longest, reachFrom(k, pauses, forgets));
    if (longest >= days) return days;
  }
  for (let k = enough - 1; k >= 0 && MAX_REACH * (EDGES[k] as number) > longest; k--) {
    longest = Math.max(longest, reachFrom(k, pauses, forgets));
  }
  return Math.min(longest, days);
}

/**
 * How long a word may wait by pauses of bin k and longer ones. Of all ranges of bins that begin at
 * k, the most favorable counts, so that a long absence takes nothing away.
 */
function reachFrom(k: number, { recalled, missed }: ShownPauses, forgets: number): number {
  const edge = EDGES[k] as number;
  let [right, wrong, reach] = [0, 0, 0];
  for (let j = k; j < BINS; j++) {
    right += recalled[j] as number;
    wrong += missed[j] as number;
    if (right + wrong === 0) continue;
    reach = Math.max(reach, forgets / forgottenAtMost(right, wrong));
    if (reach >= MAX_REACH) return MAX_REACH * edge;
  }
  return reach * edge;
}

/**
 * Upper limit of the share forgotten, with a confidence of 90 %.
 *
 * Source: score interval, Wilson (1927).
 */
function forgottenAtMost(right: number, wrong: number): number {
  const n = right + wrong;
  return (wrong + Z2 / 2 + Z * Math.sqrt((wrong * right) / n + Z2 / 4)) / (n + Z2);
}

/** The interval of a word that was only recognized so far. */
export function whileRecognized(days: number): number {
  return Math.min(days, RECOGNIZED_DAYS);
}

/** Reviews after which more would not change the assumption. */
const ASSUMED_MAX = 30;
/**
 * If pauses triple, the longest completed one lies between two ninths and two thirds of the time
 * since the first answer.
 */
const ASSUMED_SHARE = 1 / 4;

/**
 * The evidence assumed for a learner from before it was kept: as many recalls as there were
 * reviews, after a quarter of the time since the start.
 *
 * @param reviews    answers after a night or more
 * @param sinceDays  from the learner's first to the last answer
 */
export function assumedPauses(reviews: number, sinceDays: number): ShownPauses {
  const pauses = noPauses();
  const pauseDays = sinceDays * ASSUMED_SHARE;
  if (pauseDays < FIRST_EDGE_DAYS) return pauses;
  pauses.recalled[binOf(pauseDays)] = Math.min(reviews, ASSUMED_MAX);
  return pauses;
}
