import { gapAfter, isLearnedFirst } from "@wordloom/contract/first-session";

/** An answer of the learner's day. */
export interface DayAnswer {
  readonly wordId: string;
  readonly isCorrect: boolean;
}

/** Words that are owed another question in their first session, those waiting longest first. */
export interface OwedWords {
  /** Enough other questions were answered since. */
  readonly ripe: readonly string[];
  /** The word would come too soon if anything else can be asked. */
  readonly early: readonly string[];
}

/**
 * The words that the learner met today and has not yet answered right often enough: the rule by
 * which the learner app asks them again, which asks once more where the last answer was a choice.
 *
 * @param answers   of the day, oldest first
 * @param newWords  words without an answer before this day
 */
export function owedWords(answers: readonly DayAnswer[], newWords: ReadonlySet<string>): OwedWords {
  const latestAt = new Map<string, number>();
  const outcomes = new Map<string, boolean[]>();
  for (const [at, { wordId, isCorrect }] of answers.entries()) {
    if (!newWords.has(wordId)) continue;
    // A map keeps the order of insertion: the words that wait longest come first.
    latestAt.delete(wordId);
    latestAt.set(wordId, at);
    outcomes.set(wordId, [...(outcomes.get(wordId) ?? []), isCorrect]);
  }
  const owed = [...latestAt].flatMap(([wordId, at]) => {
    const given = outcomes.get(wordId) ?? [];
    if (given.at(-1) === true && isLearnedFirst(given.filter(Boolean).length)) return [];
    const misses = given.length - 1 - given.lastIndexOf(true);
    return { wordId, isRipe: answers.length - 1 - at >= gapAfter(misses) };
  });
  const idsOf = (isRipe: boolean) =>
    owed.filter((word) => word.isRipe === isRipe).map(({ wordId }) => wordId);
  return { ripe: idsOf(true), early: idsOf(false) };
}
