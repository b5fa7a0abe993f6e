import type { WordPublic } from "@wordloom/contract";

/**
 * Of words with the same text, the one whose meaning is in a language or, without one, in the
 * word's own language or in English, which learners of the word read sooner than any other.
 */
export function preferredWord<Word extends Pick<WordPublic, "language" | "meaningLanguage">>(
  words: readonly Word[],
  meaningLanguage: string,
): Word | undefined {
  const [first] = words;
  for (const language of [meaningLanguage, first?.language, "en"]) {
    const found = words.find((word) => word.meaningLanguage === language);
    if (found !== undefined) return found;
  }
  return first;
}
