/**
 * When a word is due after new weights have given it another date.
 *
 * Weights that think less of the memory make many words due at once, and a day full of them leaves
 * no room for anything else. So a word comes forward by half of what is left at most; the old
 * dates lie apart, and so do the new ones. A later date holds as it is.
 *
 * Times are whole numbers in one unit, unix ms or days.
 *
 * @param before  the date so far
 * @param after   the date by the new weights
 * @param now     when the weights came
 */
export function dueAfterFit(before: number, after: number, now: number): number {
  if (before <= now) return after;
  return Math.max(after, Math.ceil((now + before) / 2));
}
