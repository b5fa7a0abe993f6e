import type { WordPublic } from "@wordloom/contract";
import { foldText } from "@wordloom/contract/fold-text";
import { languageOfText } from "../question/text-language.ts";

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
  const byText = Map.groupBy(words, ({ word }) => foldText(word.text));
  const spokenIn = ({ word }: T) => languageOfText(word.meaning);
  return words.filter((entry) => {
    const same = byText.get(foldText(entry.word.text)) ?? [];
    const spoken = new Set(same.map(spokenIn));
    const preferred = [language, "en"].find((one) => spoken.has(one as "en"));
    return preferred === undefined || spokenIn(entry) === preferred;
  });
}
