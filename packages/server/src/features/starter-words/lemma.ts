import { IRREGULAR_FORMS, type FormBase } from "./irregular-forms.ts";
import type { PartOfSpeech, Wordnet } from "./wordnet-reader.ts";

/** A word form and its frequency. */
export interface FormCount {
  readonly word: string;
  readonly count: number;
}

type Senses = Pick<Wordnet, "sensesOf">;

interface Detachment {
  readonly partOfSpeech: PartOfSpeech;
  readonly ending: string;
  readonly replacement: string;
}

/** Endings to remove, by part of speech. Source: morphy(7WN), with -ied, -ier and -iest added. */
const DETACHMENTS: readonly Detachment[] = [
  ...rules("noun", ["s:", "ses:s", "xes:x", "zes:z", "ches:ch", "shes:sh", "ies:y"]),
  ...rules("verb", ["s:", "ies:y", "es:e", "es:", "ed:e", "ed:", "ied:y", "ing:e", "ing:"]),
  ...rules("adjective", ["er:", "est:", "er:e", "est:e", "ier:y", "iest:y"]),
];

/** One short vowel between single consonants: such words double the last letter before -ed. */
const MUST_DOUBLE = /^[^aeiou]*[aeiou][^aeiouwxy]$/;
const DOUBLED = /([^aeiou])\1$/;

/**
 * The possible headwords of a form, including itself: "left" belongs to left and leave. Only lemmas
 * that exist in the right part of speech are returned, with their share of the form's uses.
 *
 * Shares are proportional to the tagged uses of each headword plus one, so that untagged ones
 * count. A plural with an entry of its own (eggs, hands) is counted for the singular if that is
 * more frequent.
 *
 * @param form  lower-case letters
 * @returns     share by lemma, in (0, 1], adding up to 1; empty if no headword fits
 */
export function headwordShares(form: string, wordnet: Senses): Map<string, number> {
  const weights = new Map<string, number>();
  let singularWeight = 0;
  for (const { lemma, partOfSpeech } of basesOf(form)) {
    const weight = weightOf(lemma, wordnet, partOfSpeech);
    if (partOfSpeech === "noun") singularWeight = Math.max(singularWeight, weight);
    if (weight > 0) weights.set(lemma, Math.max(weights.get(lemma) ?? 0, weight));
  }
  const ownWeight = weightOf(form, wordnet);
  if (ownWeight > 0 && ownWeight > singularWeight) weights.set(form, ownWeight);

  const total = weights.values().reduce((sum, weight) => sum + weight, 0);
  return new Map(weights.entries().map(([lemma, weight]) => [lemma, weight / total]));
}

/** Tagged uses plus one; 0 if there is no such lemma in this part of speech. */
function weightOf(lemma: string, wordnet: Senses, partOfSpeech?: PartOfSpeech): number {
  const senses = wordnet
    .sensesOf(lemma)
    .filter((sense) => !partOfSpeech || sense.partOfSpeech === partOfSpeech);
  if (senses.length === 0) return 0;
  return senses.reduce((sum, sense) => sum + sense.taggedCount, 1);
}

/**
 * Adds up the counts of all forms of a headword; shared forms are divided among their headwords.
 */
export function countHeadwords(forms: readonly FormCount[], wordnet: Senses): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { word, count } of forms) {
    for (const [lemma, share] of headwordShares(word, wordnet)) {
      counts.set(lemma, (counts.get(lemma) ?? 0) + count * share);
    }
  }
  return counts;
}

/** The word itself and its possible base forms in a part of speech, whether or not they exist. */
export function possibleHeadwords(form: string, partOfSpeech: PartOfSpeech): string[] {
  const fitting = basesOf(form).filter((base) => base.partOfSpeech === partOfSpeech);
  return [form, ...fitting.map(({ lemma }) => lemma)];
}

/** Whether a word of the text is the headword or a form of it. */
export function containsFormOf(text: string, lemma: string, partOfSpeech: PartOfSpeech): boolean {
  return wordsOf(text).some((word) => possibleHeadwords(word, partOfSpeech).includes(lemma));
}

/** The words of a text in lower case; letters only, so "don't" gives don and t. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** Irregular bases in addition to regular ones: "leaves" is both a plural and a verb form. */
function basesOf(form: string): FormBase[] {
  return [...(IRREGULAR_FORMS.get(form) ?? []), ...regularBases(form)];
}

function regularBases(form: string): FormBase[] {
  return DETACHMENTS.flatMap(({ partOfSpeech, ending, replacement }) => {
    if (!form.endsWith(ending) || form.endsWith("ss")) return [];
    const stem = form.slice(0, -ending.length);
    const isPlain = replacement === "" && ending !== "s" && ending !== "es";
    if (isPlain && DOUBLED.test(stem)) {
      return [
        { lemma: stem, partOfSpeech },
        { lemma: stem.slice(0, -1), partOfSpeech },
      ];
    }
    if (isPlain && MUST_DOUBLE.test(stem)) return [];
    return [{ lemma: stem + replacement, partOfSpeech }];
  });
}

function rules(partOfSpeech: PartOfSpeech, pairs: readonly string[]): Detachment[] {
  return pairs.map((pair) => {
    const [ending = "", replacement = ""] = pair.split(":");
    return { partOfSpeech, ending, replacement };
  });
}
