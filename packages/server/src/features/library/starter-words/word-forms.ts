import { IRREGULAR_FORMS } from "./irregular-forms.ts";

/** Whether a word of the text is the headword or one of its forms. */
export function containsFormOf(text: string, headword: string): boolean {
  const forms = formsOf(headword.toLowerCase());
  const words = /^[a-z]+$/i.test(headword) ? wordsOf(text) : joinedWordsOf(text);
  return words.some((word) => forms.has(word));
}

/** The words of a text in lower case. Letters only, so "don't" gives don and t. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** The words of a text as they are written, for headwords like "T-shirt" and "o'clock". */
function joinedWordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+(?:['-][a-z]+)*/g) ?? [];
}

/**
 * The forms an English headword may take in any part of speech, and some it never takes: "goed"
 * does not occur in texts, so it does no harm.
 */
function formsOf(headword: string): ReadonlySet<string> {
  const stems = new Set([headword, headword + headword.slice(-1), headword.replace(/e$/, "")]);
  const endings = ["s", "es", "d", "ed", "ing", "r", "er", "st", "est"];
  const regular = [...stems].flatMap((stem) => endings.map((ending) => stem + ending));
  const softened = [
    ...["ies", "ied", "ier", "iest"].map((ending) => headword.replace(/y$/, ending)),
    headword.replace(/fe?$/, "ves"),
    headword.replace(/ie$/, "ying"),
  ];
  return new Set([headword, ...regular, ...softened, ...(IRREGULAR_FORMS.get(headword) ?? [])]);
}
