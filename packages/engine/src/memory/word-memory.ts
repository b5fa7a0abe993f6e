export type MasteryLevel = "NEW" | "LEARNING" | "REVIEWING" | "MASTERED" | "FORGOTTEN";

/** State of one memory trace. */
export interface Trace {
  /** S: pause in days after which the long-term trace is recalled with probability 0.9. */
  stability: number;
  /** D in 1..10. */
  difficulty: number;
  /** z in 0..1: probability that a long-term trace exists at all. */
  encoded: number;
  /** b in 0..1: level of the short-term component right after the last answer. */
  buffer: number;
  /** k in 0..5: same-day successes since the last failure or long pause. */
  sameDay: number;
  lastAtMs: number;
}

/** Memory state of one learner and one word. Plain data, at most 600 bytes as JSON. */
export interface WordMemory {
  schema: 2;
  wordId: string;
  /** null before the first answer. */
  trace: Trace | null;
  /** One trace per question mode, see packed-traces.ts; null unless that feature is on. */
  traces: string | null;
  attempts: number;
  lapses: number;
  sameDayRepeats: number;
  streak: number;
  /** Outcomes of the latest answers, 24 per number, newest in the lowest bit of the first. */
  outcomes: number[];
  /** The last three answers after a night, newest in the lowest of three bits; 1 is a failure. */
  nightFailures: number;
  /** Standardized slowness of the last three answers, newest first. */
  slowness: number[];
  level: MasteryLevel;
  masteredAtMs: number | null;
  forgottenAtMs: number | null;
  dueAtMs: number | null;
  intervalSecs: number;
  /** Reviews since graduation; since the first answer if graduation is disabled. */
  graduatedReviews: number;
  /** Net rating shift this learner has caused on this word. */
  ratingShift: number;
  /** The word this one was last confused with; a list, so that more can be kept later. */
  confusedWith: string[];
  /** Present until it was answered right without options, or right after a night. */
  unproven?: true;
}

export function createMemory(wordId: string): WordMemory {
  return {
    schema: 2,
    wordId,
    trace: null,
    traces: null,
    attempts: 0,
    lapses: 0,
    sameDayRepeats: 0,
    streak: 0,
    outcomes: [],
    nightFailures: 0,
    slowness: [],
    level: "NEW",
    masteredAtMs: null,
    forgottenAtMs: null,
    dueAtMs: null,
    intervalSecs: 0,
    graduatedReviews: 0,
    ratingShift: 0,
    confusedWith: [],
  };
}

/** Right answers since the latest wrong one; at most 24 are counted. */
export function rightInARow({ outcomes, attempts }: WordMemory): number {
  const latest = outcomes[0] ?? 0;
  const known = Math.min(attempts, BITS);
  let right = 0;
  while (right < known && ((latest >>> right) & 1) === 1) right += 1;
  return right;
}

const BITS = 24;
const LOW_BITS = 0xffffff;

/** Prepends an outcome; numbers beyond the window are dropped. */
export function pushOutcome(
  outcomes: readonly number[],
  correct: boolean,
  window: number,
): number[] {
  // One number is enough for the usual window.
  if (window <= BITS) return [(((outcomes[0] ?? 0) << 1) | (correct ? 1 : 0)) & LOW_BITS];
  const words = Math.ceil(window / BITS);
  const next: number[] = [];
  let carry = correct ? 1 : 0;
  for (let i = 0; i < words; i++) {
    const word = outcomes[i] ?? 0;
    next.push(((word << 1) | carry) & LOW_BITS);
    carry = (word >>> (BITS - 1)) & 1;
  }
  return next;
}

/**
 * Share of correct answers among the latest ones.
 *
 * @param attempts  answers given so far
 * @returns         0..1; 0 before the first answer
 */
export function recentAccuracy(outcomes: readonly number[], attempts: number, window: number) {
  const counted = Math.min(attempts, window);
  if (counted === 0) return 0;
  let correct = 0;
  for (let i = 0, left = counted; left > 0; i++, left -= BITS) {
    const mask = left >= BITS ? LOW_BITS : (1 << left) - 1;
    correct += countBits((outcomes[i] ?? 0) & mask);
  }
  return correct / counted;
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
