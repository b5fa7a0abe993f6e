import type { WordPublic } from "@wordloom/contract";
import {
  areBothRight,
  fairFirst,
  hasSenses,
  haveSameLanguages,
  saysMeaning,
  withoutLabels,
} from "@wordloom/language";
import { seededShare } from "../../features/question/seeded-share.ts";
import { alongRanks } from "./known-prefix.ts";

/** Wrong answers beside the right one. */
const WRONG = 3;
/** Wrong answers come from so many words that are about as frequent. */
const NEAR = 30;
/** Fewer questions say too little about where in a book to begin. */
const ASKED_MIN = 10;

/**
 * The words of the test: only those that say a meaning, and that have wrong answers beside it.
 *
 * @param byRank  all words of the book
 * @param count  how many are wanted
 * @returns nothing where the book has too few of them
 */
export function placementWords(byRank: readonly WordPublic[], count: number): WordPublic[] {
  const chosen = alongRanks(byRank.filter(canBeAsked), count);
  const asked = chosen.filter((word) => placementOptions(word, chosen, byRank).length > WRONG);
  return asked.length < ASKED_MIN ? [] : asked;
}

/**
 * The word among three other words of the book: about as frequent, of the same class and with a
 * meaning in the same language where possible. Words of the test are taken only where the book has
 * no others, because each of them would show its meaning twice.
 *
 * @param asked   words of the test
 * @param byRank  all words of the book
 */
export function placementOptions(
  word: WordPublic,
  asked: readonly WordPublic[],
  byRank: readonly WordPublic[],
): readonly WordPublic[] {
  const isAsked = new Set(asked.map(({ id }) => id));
  const at = byRank.findIndex(({ id }) => id === word.id);
  const others = byRank
    .map((other, rank) => ({
      other,
      distance: Math.abs(rank - at),
      unfit:
        (isAsked.has(other.id) ? 4 : 0) +
        (haveSameLanguages(word, other) ? 0 : 2) +
        (other.partOfSpeech === word.partOfSpeech ? 0 : 1),
    }))
    .filter(({ other }) => other.id !== word.id)
    .toSorted((a, b) => a.unfit - b.unfit || a.distance - b.distance);
  const rivals: typeof others = [];
  // Meanings are taken apart only until there are enough: a book has thousands.
  for (const rival of others) {
    if (rivals.length === NEAR) break;
    if (canBeAsked(rival.other) && !areBothRight(rival.other, word)) rivals.push(rival);
  }
  rivals.sort((a, b) => a.unfit - b.unfit || drawn(word, a.other) - drawn(word, b.other));
  const apart: (typeof rivals)[number][] = [];
  for (const rival of rivals) {
    if (!apart.some(({ other }) => areBothRight(other, rival.other))) apart.push(rival);
  }
  const [fit = [], unfit = []] = [true, false].map((isFit) =>
    apart.filter((rival) => rival.unfit < 2 === isFit).map(({ other }) => other),
  );
  const wrong = [...fairFirst(word, fit, WRONG), ...unfit].slice(0, WRONG);
  // Those that were drawn have small shares: by the same ones the right answer would be last.
  const place = ({ id }: WordPublic) => seededShare(`${word.id} at ${id}`);
  return [word, ...wrong].toSorted((a, b) => place(a) - place(b));
}

/** What an option says: a single label of a part of speech would tell which one is right. */
export function placementText({ meaning }: Pick<WordPublic, "meaning">): string {
  return withoutLabels(meaning).trim() || meaning;
}

function drawn(word: WordPublic, other: WordPublic): number {
  return seededShare(`${word.id} ${other.id}`);
}

/** An empty meaning, or only a part of speech, is neither a question nor an answer. */
function canBeAsked(word: WordPublic): boolean {
  return saysMeaning(word.meaning, word.partOfSpeech) && hasSenses(word);
}
