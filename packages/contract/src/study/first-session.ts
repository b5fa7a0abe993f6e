/** A new word is asked in its first session until it was answered right so often. */
const RIGHT_ANSWERS = 2;

/** Questions between an answer and the next question about the same word. */
const REPEAT_GAP = 3;

/** Whether a word that is new in its session was answered right often enough. */
export function isLearnedFirst(rightAnswers: number): boolean {
  return rightAnswers >= RIGHT_ANSWERS;
}

/**
 * Other questions before a word is asked again in its session, doubled with each further miss.
 *
 * @param misses  since its last right answer; 0: it was answered right
 */
export function gapAfter(misses: number): number {
  return REPEAT_GAP * 2 ** Math.max(0, misses - 1);
}
