/**
 * The language in which a text of the library is read out and set, by its script. Words do not
 * carry their language; Latin script counts as English, which the starter books teach.
 */
export function languageOf(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  if (/\p{Script=Han}/u.test(text)) return "zh";
  return "en";
}
