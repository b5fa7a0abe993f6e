import { foldText } from "@wordloom/language";

const ARTICLE = /^(?:der|die|das|le|la|les|el|los|las) (?=\S)|^(?:l'|se |s'|sich )/;
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Whether the sentence has a word that begins like the headword: "spiel" of "spielen". Forms that
 * begin otherwise must be marked in the file.
 */
export function isFormIn(headword: string, sentence: string): boolean {
  const text = foldText(sentence);
  const word = foldText(headword).replace(/ \(.*\)$/, "");
  if (WIDE.test(word)) return text.includes(word) || text.includes(stemOf(word));
  const words = text.match(/[\p{L}\p{M}-]+/gu) ?? [];
  return word
    .replace(ARTICLE, "")
    .split(/[ ']/)
    .every((part) => words.some((one) => one.startsWith(stemOf(part))));
}

/** Without the ending that verbs, adjectives and plurals change. */
function stemOf(word: string): string {
  // Verbs of a noun and "do" are often separated: 勉強を する, 공부를 하다.
  if (WIDE.test(word)) return word.replace(/(?<=.)(?:する|하다)$|(?<=.).$/u, "");
  const ending = word.length > 4 ? 2 : 1;
  return word.slice(0, Math.max(2, word.length - ending));
}
