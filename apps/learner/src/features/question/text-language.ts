/**
 * The language of a meaning, for fonts and voices, guessed from its script. Meanings without East
 * Asian characters count as English, the language of the words.
 */
export function languageOfText(text: string): "ko" | "ja" | "zh" | "en" {
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  return /\p{Script=Han}/u.test(text) ? "zh" : "en";
}
