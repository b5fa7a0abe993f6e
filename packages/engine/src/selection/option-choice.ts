import type { Mode, WordFacts } from "../answer.ts";
import { requireFinite } from "../argument-checks.ts";
import { hash32, stringHash } from "../numeric/random.ts";

const DISTRACTORS = 3;
/** Meanings that share half of their tokens are too close to tell apart. */
const SYNONYM_OVERLAP = 0.5;
const LENGTH_SPAN = 8;

/** Where wrong answers may come from when the pool has too few. */
export interface OptionSources {
  /** Each list fills up what the ones before leave open, no more. */
  spare?: readonly (readonly WordFacts[])[];
  /** Takes words whose meaning resembles the right one rather than give up. */
  nearMeanings?: boolean;
}

export interface Options {
  options: string[];
  correctIndex: number;
}

/**
 * The right answer among three wrong ones.
 *
 * Wrong ones are of the same part of speech and of similar length and difficulty where possible;
 * at most one is a word often confused with the right one; none is a synonym, and none is right as
 * well because it is written the same.
 *
 * @returns null when fewer than three usable wrong answers exist
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
  const chosen = distinct([...oneConfusable(word, ranked), ...ranked], right, shown);
  if (right === "" || chosen.length < DISTRACTORS) return null;
  const correctIndex = Math.floor((DISTRACTORS + 1) * draw(seed, word.id, 0, "option-place"));
  const options = chosen.slice(0, DISTRACTORS);
  options.splice(correctIndex, 0, right);
  return { options, correctIndex };
}

/** Usable wrong answers, the best first. */
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

/** Two entries of one word: the meaning of either answers the question for the other. */
function isHomograph(word: WordFacts, other: WordFacts): boolean {
  return fold(word.text) === fold(other.text);
}

/** Texts that look alike to a reader are one option. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

/** A question about the meaning offers meanings; the other way round it offers words. */
function optionText(facts: WordFacts, mode: Mode): string {
  const asksMeaning = mode === "word-to-meaning" || mode === "audio-to-meaning";
  return (asksMeaning ? (facts.meaning ?? "") : facts.text).trim();
}

/** Texts in order without repeats; later confusables are left out, one is enough. */
function distinct(
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

function oneConfusable(word: WordFacts, ranked: readonly WordFacts[]): WordFacts[] {
  const partners = word.confusables ?? [];
  const found = ranked.find((other) => partners.some(({ id }) => id === other.id));
  return found === undefined ? [] : [found];
}

/** Larger is a better wrong option; the draw decides among equals. */
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
    // The one confusable is put in front; a second one would make the question a trap.
    (confusable ? 4 : 0) +
    0.5 * draw(seed, other.id, 0, `option:${word.id}`)
  );
}

function isSynonym(word: WordFacts, other: WordFacts): boolean {
  if (word.meaning === undefined || other.meaning === undefined) return false;
  const ours = tokensOf(word.meaning);
  const theirs = tokensOf(other.meaning);
  const shared = [...ours].filter((token) => theirs.has(token)).length;
  const smaller = Math.min(ours.size, theirs.size);
  return smaller > 0 && shared / smaller >= SYNONYM_OVERLAP;
}

/** One of the meanings listed is the same: both would be right, whatever else is said. */
function sharesSense(word: WordFacts, other: WordFacts): boolean {
  const ours = new Set(sensesOf(word.meaning ?? ""));
  return sensesOf(other.meaning ?? "").some((sense) => ours.has(sense));
}

function sensesOf(meaning: string): string[] {
  return meaning
    .split(/[;,；，、/\n]/u)
    .map(fold)
    .filter((sense) => sense !== "");
}

/** Words and single Han characters of a meaning, without marks of speech and punctuation. */
function tokensOf(meaning: string): Set<string> {
  const words = meaning.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set(words);
}

function draw(seed: number, id: string, index: number, tag: string): number {
  return hash32(seed, stringHash(id), index, tag);
}
