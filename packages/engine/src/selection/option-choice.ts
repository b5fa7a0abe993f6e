import type { Mode, WordFacts } from "../answer.ts";
import { requireFinite } from "../argument-checks.ts";
import { hash32, stringHash } from "../numeric/random.ts";
import { fold, meaningTokens } from "./meaning-tokens.ts";

const DISTRACTORS = 3;
/** Meanings that share half of their tokens count as synonyms. */
const SYNONYM_OVERLAP = 0.5;
const LENGTH_SPAN = 8;
/** A word this short is part of other meanings by chance. */
const NAMED_MIN = 3;

/** Where wrong options come from if the pool has too few, and what is known of their languages. */
export interface OptionSources {
  /** Fallback lists, used in order until there are enough options. */
  spare?: readonly (readonly WordFacts[])[];
  /** As a last resort also use words of similar meaning. */
  nearMeanings?: boolean;
  /** Whether one word would be right for the other, however their meanings are worded. */
  areBothRight?: (word: WordFacts, other: WordFacts) => boolean;
  /** Whether both are in the same languages: any other is known to be wrong at a glance. */
  areAlike?: (word: WordFacts, other: WordFacts) => boolean;
  /**
   * Puts the wrong meanings, the best first, in an order in which the first so many do not give the
   * right one away; keeps all of them.
   */
  fairFirst?: (
    word: WordFacts,
    ranked: readonly WordFacts[],
    count: number,
  ) => readonly WordFacts[];
}

export interface Options {
  options: string[];
  correctIndex: number;
  /** The word of each option. */
  wordIds: string[];
}

/**
 * The right option among three wrong ones.
 *
 * Wrong options have the same part of speech and similar length, form and difficulty where
 * possible. At most one is a word often confused with the right one. None is a homograph, or a word
 * that the caller knows to be right as well. Meanings that are unfair beside each other come late,
 * those similar to the right one last.
 *
 * The engine knows no language. Meanings should come without labels of parts of speech, because a
 * single one tells which option is right.
 *
 * @returns null when fewer than three usable wrong answers exist, or the meaning to ask by is blank
 * @throws RangeError  the seed is not a finite number
 */
export function generateOptions(
  word: WordFacts,
  mode: Mode,
  pool: readonly WordFacts[],
  seed: number,
  {
    spare = [],
    nearMeanings = false,
    areBothRight = () => false,
    areAlike = () => true,
    fairFirst = (_, ranked) => ranked,
  }: OptionSources = {},
): Options | null {
  requireFinite("seed", seed);
  const lists = [pool, ...spare].map((list) =>
    list.filter(
      (other) => isOther(word, other) && areAlike(word, other) && !areBothRight(word, other),
    ),
  );
  const take = (isTaken: (other: WordFacts) => boolean) =>
    lists.flatMap((list) => rank(word, list.filter(isTaken), seed, mode));
  const clear = take((other) => !isNear(word, other));
  const near = nearMeanings ? take(() => true) : [];
  const found = distinct([...firstConfusable(word, [...clear, ...near]), ...clear], word, mode);
  const fair = asksMeaning(mode) ? fairFirst(word, found, DISTRACTORS) : found;
  const chosen = distinct([...fair, ...near], word, mode);
  if (optionText(word, mode) === "" || !canAsk(word, mode) || chosen.length < DISTRACTORS) {
    return null;
  }
  const correctIndex = Math.floor((DISTRACTORS + 1) * draw(seed, word.id, 0, "option-place"));
  const shown = chosen.slice(0, DISTRACTORS).toSpliced(correctIndex, 0, word);
  return {
    options: shown.map((facts) => optionText(facts, mode)),
    correctIndex,
    wordIds: shown.map(({ id }) => id),
  };
}

/** Of two entries with the same spelling, the meaning of either is a right answer for both. */
function isOther(word: WordFacts, other: WordFacts): boolean {
  return other.id !== word.id && fold(word.text) !== fold(other.text);
}

/** Usable wrong options, the best first. */
function rank(
  word: WordFacts,
  others: readonly WordFacts[],
  seed: number,
  mode: Mode,
): WordFacts[] {
  return others
    .map((other) => ({ other, nearness: nearness(word, other, seed, mode) }))
    .toSorted((a, b) => b.nearness - a.nearness)
    .map(({ other }) => other);
}

/** A word can always be shown or spoken; its meaning only if it has one. */
function canAsk({ meaning }: WordFacts, mode: Mode): boolean {
  const showsMeaning = mode === "meaning-to-word" || mode === "meaning-to-spelling";
  return !showsMeaning || meaning === undefined || fold(meaning) !== "";
}

/** A question for the meaning offers meanings, a question for the word offers words. */
function optionText(facts: WordFacts, mode: Mode): string {
  return (asksMeaning(mode) ? (facts.meaning ?? "") : facts.text).trim();
}

function asksMeaning(mode: Mode): boolean {
  return mode === "word-to-meaning" || mode === "audio-to-meaning";
}

/** Words in order, without those that look like an earlier one, like the right one, or blank. */
function distinct(words: readonly WordFacts[], word: WordFacts, mode: Mode): WordFacts[] {
  const look = (facts: WordFacts) => fold(optionText(facts, mode));
  const seen = new Set([look(word), ""]);
  return words.filter((facts) => {
    const folded = look(facts);
    if (seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

function firstConfusable(word: WordFacts, ranked: readonly WordFacts[]): WordFacts[] {
  const partners = word.confusables ?? [];
  const found = ranked.find((other) => partners.some(({ id }) => id === other.id));
  return found === undefined ? [] : [found];
}

/** How good a wrong option is, larger is better; a random part varies the choice. */
function nearness(word: WordFacts, other: WordFacts, seed: number, mode: Mode): number {
  const samePart =
    word.partOfSpeech !== undefined &&
    word.partOfSpeech !== null &&
    word.partOfSpeech === other.partOfSpeech;
  const length = Math.abs(word.text.length - other.text.length) / LENGTH_SPAN;
  const difficulty = Math.abs((word.difficulty ?? 0.5) - (other.difficulty ?? 0.5));
  const confusable = (word.confusables ?? []).some(({ id }) => id === other.id);
  return (
    (samePart ? 1 : 0) -
    Math.min(1, length) -
    difficulty -
    (asksMeaning(mode) ? formDifference(word, other) : 0) -
    // One confusable is put first separately; more than one would make the question unfair.
    (confusable ? 4 : 0) +
    0.5 * draw(seed, other.id, 0, `option:${word.id}`)
  );
}

/** How much the looks of two meanings differ, 0 to 2: the odd one out is guessed unread. */
function formDifference(word: WordFacts, other: WordFacts): number {
  const [a, b] = [optionText(word, "word-to-meaning"), optionText(other, "word-to-meaning")];
  const length = Math.abs(a.length - b.length) / Math.max(a.length, b.length, 1);
  const [marks, otherMarks] = [a, b].map((text) => text.match(/[^\p{L}\p{N}\p{M}\s]/gu) ?? []);
  const isAlike = (marks?.length ?? 0) > 0 === (otherMarks?.length ?? 0) > 0;
  return length + (isAlike ? 0 : 1);
}

/** Whether the meanings resemble each other, or one of them names the other word. */
function isNear(word: WordFacts, other: WordFacts): boolean {
  if (word.meaning === undefined || other.meaning === undefined) return false;
  const [tokens, others] = [meaningTokens(word), meaningTokens(other)];
  if (names(tokens, other) || names(others, word)) return true;
  const shared = [...tokens].filter((token) => others.has(token)).length;
  const smaller = Math.min(tokens.size, others.size);
  return smaller > 0 && shared / smaller >= SYNONYM_OVERLAP;
}

function names(tokens: ReadonlySet<string>, { text }: WordFacts): boolean {
  return text.length >= NAMED_MIN && tokens.has(fold(text));
}

function draw(seed: number, id: string, index: number, tag: string): number {
  return hash32(seed, stringHash(id), index, tag);
}
