import { scriptOf } from "@wordloom/language";

/** Shorter texts are the beginning of a word, not a sense. */
const LETTERS_MIN = 3;

/** A character is a syllable or a word of its own: 爱, 害怕, 집. */
const CHARACTERS_MIN = 1;
const OF_CHARACTERS: ReadonlySet<string> = new Set(["Hani", "Jpan", "Kore"]);

/** Whether a search text is long enough to mean something. */
export function isSense(search: string): boolean {
  const text = search.trim();
  return text.length >= (OF_CHARACTERS.has(scriptOf(text)) ? CHARACTERS_MIN : LETTERS_MIN);
}
