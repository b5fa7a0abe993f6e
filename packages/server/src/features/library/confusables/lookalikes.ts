import { areBothRight, baseLanguage, foldText, type GlossedWord } from "@wordloom/language";
import { englishWords } from "../wordnet/wordnet.ts";
import { lookalikesOf } from "./spelling-variants.ts";

type Word = Pick<GlossedWord, "text"> & { readonly language: string };

/**
 * Other words that a slip of the finger makes of a word: words of the same language around it and,
 * of English ones, all words in use. Spellings that are equally right, such as colour for color,
 * are no other words.
 *
 * @param around  words of the learner's books
 */
export function lookalikesAmong(around: readonly Word[]): (word: Word) => string[] {
  const byLanguage = Map.groupBy(around, ({ language }) => baseLanguage(language));
  const spellingsOf = new Map(
    [...byLanguage].map(([of, words]) => [of, new Set(words.map(({ text }) => foldText(text)))]),
  );
  return ({ text, language }) => {
    const spellings = spellingsOf.get(baseLanguage(language)) ?? new Set();
    const isEnglish = baseLanguage(language) === "en";
    const isWord = (spelling: string) =>
      spellings.has(spelling) || (isEnglish && englishWords().has(spelling));
    const word = { text, language };
    return lookalikesOf(foldText(text), isWord).filter(
      (spelling) => !areBothRight(word, { text: spelling, language }),
    );
  };
}
