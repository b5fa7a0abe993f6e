import type { WordPublic } from "@wordloom/contract";
import { baseLanguage, foldText } from "@wordloom/language";
import { meaningAttributes, wordLanguage } from "../question/word-language.ts";

/**
 * The words without those that repeat the text of another in a language of meanings that the
 * learner does not read in. Lists of the library come without them already.
 *
 * @param language  in which meanings are read; these come first, then English ones
 */
export function onePerText<T extends { readonly word: WordPublic }>(
  words: readonly T[],
  language: string,
): T[] {
  const textOf = ({ word }: T) => `${wordLanguage(word) ?? ""} ${foldText(word.text)}`;
  const spokenIn = ({ word }: T) => baseLanguage(meaningAttributes(word).lang ?? "");
  const byText = Map.groupBy(words, textOf);
  return words.filter((entry) => {
    const same = byText.get(textOf(entry)) ?? [];
    const spoken = new Set(same.map(spokenIn));
    const preferred = [language, "en"].find((one) => spoken.has(one));
    return preferred === undefined || spokenIn(entry) === preferred;
  });
}
