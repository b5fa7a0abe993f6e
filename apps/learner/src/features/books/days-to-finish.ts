/**
 * In how many days a book is begun to its end; 0 is today.
 *
 * @param left  words that were never asked
 * @param today  new words that today still has
 * @param perDay  new words of each following day
 */
export const daysToFinish = (left: number, today: number, perDay: number): number =>
  Math.max(0, Math.ceil((left - today) / perDay));
