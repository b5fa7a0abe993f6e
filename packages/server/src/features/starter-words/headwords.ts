import { countHeadwords, type FormCount } from "./lemma.ts";
import {
  ALLOWED_SHORT_WORDS,
  CAPITALISED_WORDS,
  EXCLUDED_WORDS,
  PREFERRED_SENSES,
} from "./word-choices.ts";
import type { PartOfSpeech, Sense, Wordnet } from "./wordnet-reader.ts";

/** A chosen word with the sense that is taught. */
export interface Headword {
  readonly text: string;
  readonly sense: Sense;
}

const LENGTH_MIN = 3;

/**
 * The most useful headwords of the language, most frequent first.
 *
 * Useful means: frequent, counting all inflected forms, and with a lexical meaning. Names,
 * numerals, grammar words, contractions, insults and second spellings are omitted.
 *
 * @param forms  counted word forms; a capital letter marks a form that is mostly a name
 * @param size   number of words, ≥ 0; fewer are returned when the words run out
 */
export function chooseHeadwords(
  forms: readonly FormCount[],
  wordnet: Wordnet,
  size: number,
): Headword[] {
  const counts = countHeadwords(forms.flatMap(toPlainForm), wordnet);
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const chosen: Headword[] = [];
  const spellings = new Map<string, string>();
  for (const [text] of ranked) {
    if (chosen.length === size) break;
    const sense = isCandidate(text) ? mainSense(text, wordnet) : undefined;
    if (!sense) continue;

    const folded = foldSpelling(text);
    const other = spellings.get(folded);
    if (other !== undefined && shareMeaning(text, other, wordnet)) continue;
    spellings.set(folded, text);
    chosen.push({ text, sense });
  }
  return chosen;
}

/** The lower-case form; empty for fragments, names and excluded words. */
function toPlainForm({ word, count }: FormCount): FormCount[] {
  const lower = word.toLowerCase();
  if (!/^[a-z]{2,}$/.test(lower) || EXCLUDED_WORDS.has(lower)) return [];
  return word === lower || CAPITALISED_WORDS.has(lower) ? [{ word: lower, count }] : [];
}

function isCandidate(lemma: string): boolean {
  if (EXCLUDED_WORDS.has(lemma)) return false;
  return lemma.length >= LENGTH_MIN || ALLOWED_SHORT_WORDS.has(lemma);
}

/**
 * The sense to teach: a hand-picked one, or else the most tagged one of the most tagged part of
 * speech. Senses that are names do not count.
 *
 * @returns undefined if the word is unknown or only a name
 */
export function mainSense(lemma: string, wordnet: Wordnet): Sense | undefined {
  const all = wordnet.sensesOf(lemma);
  const preferred = PREFERRED_SENSES.get(lemma);
  const picked = all.find(
    (sense) => sense.partOfSpeech === preferred?.partOfSpeech && sense.number === preferred.number,
  );
  if (picked) return picked;

  const senses = all.filter((sense) => {
    const { words, isInstance } = wordnet.readSynset(sense);
    return !isInstance && words.includes(lemma);
  });
  const partOfSpeech = mostTagged(senses);
  return senses.find((sense) => sense.partOfSpeech === partOfSpeech);
}

function mostTagged(senses: readonly Sense[]): PartOfSpeech | undefined {
  const totals = new Map<PartOfSpeech, number>();
  for (const { partOfSpeech, taggedCount } of senses) {
    totals.set(partOfSpeech, (totals.get(partOfSpeech) ?? 0) + taggedCount);
  }
  return [...totals].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Of two spellings of one word, such as colour and color, only the more frequent is taught. */
function shareMeaning(a: string, b: string, wordnet: Wordnet): boolean {
  const meanings = new Set(wordnet.sensesOf(a).map(synsetKey));
  return wordnet.sensesOf(b).some((sense) => meanings.has(synsetKey(sense)));
}

function synsetKey(sense: Sense): string {
  return `${sense.partOfSpeech} ${sense.offset}`;
}

function foldSpelling(word: string): string {
  return word
    .replace("our", "or")
    .replace(/re$/, "er")
    .replace(/is(e|ing|ation)$/, "iz$1")
    .replace(/ence$/, "ense")
    .replace("grey", "gray")
    .replace(/(.)\1/g, "$1");
}
