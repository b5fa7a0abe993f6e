import { isKana } from "../readings/kana.ts";
import { romajiKey } from "../readings/romaji.ts";
import { pinyinLetters } from "../readings/pinyin.ts";
import { baseLanguage } from "../tags/language-tag.ts";
import { withoutAccents } from "./accents.ts";
import { foldText } from "./fold-text.ts";

/**
 * The form in which a search compares texts: folded like a key, and without accents. Finding a word
 * too many is no harm, unlike taking two words for one.
 */
export function searchKey(text: string): string {
  return withoutAccents(foldText(text));
}

/**
 * Further forms under which a search finds a word: kana also as romaji, pinyin also without tones
 * and spaces. Empty where the reading has no such form.
 *
 * @param reading  of the word, or a word that is its own reading
 */
export function readingKeys(reading: string, language: string): string[] {
  const folded = foldText(reading);
  const base = baseLanguage(language);
  if (base === "ja") return isKana(folded) ? [romajiKey(folded)] : [];
  const letters = base === "zh" ? pinyinLetters(folded) : undefined;
  return letters === undefined ? [] : [letters];
}
