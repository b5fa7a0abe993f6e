import { isKana } from "../readings/kana.ts";
import { isRomaji, romajiKey, withoutLongVowels } from "../readings/romaji.ts";
import { pinyinLetters } from "../readings/pinyin.ts";
import { baseLanguage } from "../tags/language-tag.ts";
import { withoutAccents } from "./accents.ts";
import { foldText, keyOfLines, oneSpaced } from "./fold-text.ts";

/**
 * The form in which a search compares texts: folded like a key, and without accents. Finding a word
 * too many is no harm, unlike taking two words for one.
 */
export function searchKey(text: string): string {
  // An accent that stands alone leaves its space.
  return oneSpaced(withoutAccents(foldText(text)));
}

/** Like `searchKey` for each line; the lines of a meaning are senses, which stay apart. */
export function searchKeyOfLines(text: string): string {
  return keyOfLines(text, searchKey);
}

/**
 * Further forms of a reading: kana also as romaji, without marks of long vowels, which many leave
 * out; pinyin also without tones and spaces. Empty where the reading has no such form.
 *
 * @param reading  of the word, or a word that is its own reading
 */
export function readingKeys(reading: string, language: string): string[] {
  const folded = foldText(reading);
  const base = baseLanguage(language);
  if (base === "ja") return romanized(folded);
  const letters = base === "zh" ? pinyinLetters(folded) : undefined;
  return letters === undefined ? [] : [letters];
}

/**
 * Everything under which a search finds a text or a reading, one form a line, the text itself
 * first. Romaji and pinyin stand in wide letters, which no folded text has: a query is compared
 * with them only in the form that `queryForms` gives it.
 */
export function searchForms(text: string, language: string): string {
  return [searchKey(text), ...readingKeys(text, language).map(widened)].join("\n");
}

/**
 * The forms of a query, as a search compares them with `searchForms`: the query itself first, then
 * as romaji and as pinyin. Single letters are no readings. Empty if there is nothing to search for.
 */
export function queryForms(query: string): string[] {
  const folded = foldText(query);
  const readings = [...romanized(folded), pinyinLetters(folded) ?? ""];
  const forms = [searchKey(query), ...readings.filter((one) => one.length > 1).map(widened)];
  return [...new Set(forms)].filter((form) => form !== "");
}

function romanized(folded: string): string[] {
  const isReading = isKana(folded) || isRomaji(folded);
  return isReading ? [withoutLongVowels(romajiKey(folded))] : [];
}

const FULL_WIDTH = 0xfee0;

function widened(letters: string): string {
  return letters.replace(/[!-~]/gu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + FULL_WIDTH),
  );
}
