import { foldText } from "@wordloom/language";

const ARTICLE = /^(?:der|die|das|le|la|les|el|los|las) (?=\S)|^(?:l'|se |s'|sich )/;
const HANGUL = /\p{Script=Hangul}/u;
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Whether the sentence has a word that begins like the headword: "spiel" of "spielen". Forms that
 * begin otherwise must be marked in the file.
 */
export function isFormIn(headword: string, sentence: string): boolean {
  const text = foldText(sentence);
  const word = foldText(headword).replace(/ \(.*\)$/, "");
  if (HANGUL.test(word)) return jamoOf(text).includes(hangulStemOf(word));
  if (WIDE.test(word)) return text.includes(word) || text.includes(stemOf(word));
  const words = text.match(/[\p{L}\p{M}-]+/gu) ?? [];
  return word
    .replace(ARTICLE, "")
    .split(/[ ']/)
    .every((part) => words.some((one) => one.startsWith(stemOf(part))));
}

/** Letters, because the last one of a syllable may change: 마시다, 마셔요. */
function hangulStemOf(word: string): string {
  const stem = jamoOf(word.replace(/(?<=.)하?다$/, ""));
  return word.endsWith("다") && stem.length > 2 ? stem.slice(0, -1) : stem;
}

function jamoOf(text: string): string {
  return text.normalize("NFD");
}

/** Without the ending that verbs, adjectives and plurals change. */
function stemOf(word: string): string {
  // Verbs of a noun and "do" are often separated: 勉強をする.
  if (WIDE.test(word)) return word.replace(/(?<=.)する$|(?<=.).$/u, "");
  const ending = word.length > 4 ? 2 : 1;
  return word.slice(0, Math.max(2, word.length - ending));
}
