import type { WordPublic } from "@wordloom/contract";
import { foldText } from "@wordloom/contract/fold-text";
import { languageOfText } from "../question/text-language.ts";

/**
 * The words without those that repeat the text of another in a language of meanings that the
 * learner does not read in. A word that the learner studies stays, whatever its meaning.
 *
 * @param language  of the app; meanings in it come first, then English ones
 * @param isStudied whether the learner has answered the word
 */
export function onePerText<T extends { readonly word: WordPublic }>(
  words: readonly T[],
  language: string,
  isStudied: (id: string) => boolean = () => false,
): T[] {
  const byText = Map.groupBy(words, ({ word }) => foldText(word.text));
  const spokenIn = ({ word }: T) => languageOfText(word.meaning);
  return words.filter((entry) => {
    const same = byText.get(foldText(entry.word.text)) ?? [];
    const spoken = new Set(same.map(spokenIn));
    const preferred = [language, "en"].find((one) => spoken.has(one as "en"));
    return preferred === undefined || spokenIn(entry) === preferred || isStudied(entry.word.id);
  });
}
