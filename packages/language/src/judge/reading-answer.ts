import { foldText } from "../keys/fold-text.ts";
import { hiraganaOf, isKana } from "../readings/kana.ts";
import { haveSameTones, parsePinyin } from "../readings/pinyin.ts";
import { isRomaji, romajiKey, romajiKeys, withoutLongVowels } from "../readings/romaji.ts";

/** How well a typed text gives a reading: "accent" if only tones or long vowels differ. */
export type ReadingMatch = "same" | "accent" | undefined;

/**
 * Compares a typed text with Japanese readings: kana sign by sign, romaji of any system by sound.
 *
 * @param readings  those that are not kana are passed over
 */
export function matchKana(given: string, readings: readonly string[]): ReadingMatch {
  const typed = compact(given);
  const kana = readings.map(compact).filter(isKana);
  if (isKana(typed)) {
    return kana.some((one) => hiraganaOf(one) === hiraganaOf(typed)) ? "same" : undefined;
  }
  if (!isRomaji(typed)) return undefined;
  const key = romajiKey(typed);
  const keys = kana.flatMap(romajiKeys);
  if (keys.includes(key)) return "same";
  const isLoose = keys.some((one) => withoutLongVowels(one) === withoutLongVowels(key));
  return isLoose ? "accent" : undefined;
}

/** Compares a typed text with pinyin; one without any tones is the same. */
export function matchPinyin(given: string, readings: readonly string[]): ReadingMatch {
  const typed = parsePinyin(given);
  if (typed === undefined) return undefined;
  const alike = readings.map(parsePinyin).filter((one) => one?.letters === typed.letters);
  if (alike.length === 0) return undefined;
  const isSame = alike.some(
    (one) => one !== undefined && (typed.tones.length === 0 || haveSameTones(one, typed)),
  );
  return isSame ? "same" : "accent";
}

function compact(text: string): string {
  return foldText(text).replace(/(?!['-])[\s\p{P}\p{S}]+/gu, "");
}
