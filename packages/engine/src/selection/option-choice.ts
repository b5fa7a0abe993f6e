import type { Mode, WordFacts } from "../answer.ts";
import { requireFinite } from "../argument-checks.ts";
import { hash32, stringHash } from "../numeric/random.ts";

const DISTRACTORS = 3;
/** Meanings that share half of their tokens count as synonyms. */
const SYNONYM_OVERLAP = 0.5;
const LENGTH_SPAN = 8;

/** Where wrong options come from if the pool has too few. */
export interface OptionSources {
  /** Fallback lists, used in order until there are enough options. */
  spare?: readonly (readonly WordFacts[])[];
  /** As a last resort also use words whose meaning resembles the right one. */
  nearMeanings?: boolean;
}

export interface Options {
  options: string[];
  correctIndex: number;
}

/**
 * The right option among three wrong ones.
 *
 * Wrong options have the same part of speech and similar length and difficulty where possible. At
 * most one is a word often confused with the right one. None is a synonym or a homograph, because
 * these would be right as well.
 *
 * @returns null when fewer than three usable wrong answers exist, or the meaning to ask by is blank
 * @throws RangeError  the seed is not a finite number
 */
export function generateOptions(
  word: WordFacts,
  mode: Mode,
  pool: readonly WordFacts[],
  seed: number,
  { spare = [], nearMeanings = false }: OptionSources = {},
): Options | null {
  requireFinite("seed", seed);
  const shown = (facts: WordFacts) => optionText(facts, mode);
  const right = shown(word);
  const lists = [pool, ...spare];
  const clear = lists.flatMap((list) => rank(word, list, seed, isSynonym));
  const ranked = nearMeanings
    ? [...clear, ...lists.flatMap((list) => rank(word, list, seed, sharesSense))]
    : clear;
  const chosen = distinctTexts([...firstConfusable(word, ranked), ...ranked], right, shown);
  if (right === "" || !canAsk(word, mode) || chosen.length < DISTRACTORS) return null;
  const correctIndex = Math.floor((DISTRACTORS + 1) * draw(seed, word.id, 0, "option-place"));
  const options = chosen.slice(0, DISTRACTORS);
  options.splice(correctIndex, 0, right);
  return { options, correctIndex };
}

/** Usable wrong options, the best first. */
function rank(
  word: WordFacts,
  pool: readonly WordFacts[],
  seed: number,
  isTooClose: (word: WordFacts, other: WordFacts) => boolean,
): WordFacts[] {
  return pool
    .filter((other) => other.id !== word.id && !isHomograph(word, other))
    .filter((other) => !isTooClose(word, other))
    .map((other) => ({ other, nearness: nearness(word, other, seed) }))
    .toSorted((a, b) => b.nearness - a.nearness)
    .map(({ other }) => other);
}

/** Two entries with the same spelling: the meaning of either is a right answer for both. */
function isHomograph(word: WordFacts, other: WordFacts): boolean {
  return fold(word.text) === fold(other.text);
}

/** Normal form of a text: texts that look the same to a reader are one option. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

/** A word can always be shown or spoken; its meaning only if it has one. */
function canAsk({ meaning }: WordFacts, mode: Mode): boolean {
  const showsMeaning = mode === "meaning-to-word" || mode === "meaning-to-spelling";
  return !showsMeaning || meaning === undefined || fold(meaning) !== "";
}

/** A question for the meaning offers meanings, a question for the word offers words. */
function optionText(facts: WordFacts, mode: Mode): string {
  const asksMeaning = mode === "word-to-meaning" || mode === "audio-to-meaning";
  return (asksMeaning ? (facts.meaning ?? "") : facts.text).trim();
}

/** Texts in order, without duplicates and without the right one. */
function distinctTexts(
  words: readonly WordFacts[],
  right: string,
  shown: (facts: WordFacts) => string,
): string[] {
  const seen = new Set([fold(right), ""]);
  const texts: string[] = [];
  for (const facts of words) {
    const text = shown(facts);
    const folded = fold(text);
    if (seen.has(folded)) continue;
    seen.add(folded);
    texts.push(text);
  }
  return texts;
}

function firstConfusable(word: WordFacts, ranked: readonly WordFacts[]): WordFacts[] {
  const partners = word.confusables ?? [];
  const found = ranked.find((other) => partners.some(({ id }) => id === other.id));
  return found === undefined ? [] : [found];
}

/** How good a wrong option is, larger is better; a random part varies the choice. */
function nearness(word: WordFacts, other: WordFacts, seed: number): number {
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
    // One confusable is put first separately; more than one would make the question unfair.
    (confusable ? 4 : 0) +
    0.5 * draw(seed, other.id, 0, `option:${word.id}`)
  );
}

function isSynonym(word: WordFacts, other: WordFacts): boolean {
  if (word.meaning === undefined || other.meaning === undefined) return false;
  const tokens = tokensOf(word.meaning);
  const otherTokens = tokensOf(other.meaning);
  const shared = [...tokens].filter((token) => otherTokens.has(token)).length;
  const smaller = Math.min(tokens.size, otherTokens.size);
  return smaller > 0 && shared / smaller >= SYNONYM_OVERLAP;
}

/** Whether one of the listed senses is the same, so that both would be right. */
function sharesSense(word: WordFacts, other: WordFacts): boolean {
  const senses = new Set(sensesOf(word.meaning ?? ""));
  return sensesOf(other.meaning ?? "").some((sense) => senses.has(sense));
}

function sensesOf(meaning: string): string[] {
  return meaning
    .split(/[;,；，、/\n]/u)
    .map(fold)
    .filter((sense) => sense !== "");
}

/** Runs of Han characters and words of three or more letters: no part-of-speech marks. */
function tokensOf(meaning: string): Set<string> {
  const words = meaning.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set(words);
}

function draw(seed: number, id: string, index: number, tag: string): number {
  return hash32(seed, stringHash(id), index, tag);
}
