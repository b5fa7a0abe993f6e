import { foldText } from "../keys/fold-text.ts";
import { baseLanguage } from "../tags/language-tag.ts";
import { matchKana, matchPinyin } from "../judge/reading-answer.ts";

/** What is known about the sound of a word. */
interface Sounding {
  readonly text: string;
  readonly language: string;
  readonly reading: string | null;
  readonly pronunciation: string | null;
}

/**
 * Whether two words of one language are known to sound different. Spelling alone proves nothing:
 * both have a reading, or both a pronunciation, that differ by more than an accent of the language.
 */
export function soundApart(a: Sounding, b: Sounding): boolean {
  if (baseLanguage(a.language) !== baseLanguage(b.language)) return false;
  if (foldText(a.text) === foldText(b.text)) return false;
  const [readings, sounds] = [
    [a.reading ?? kanaOf(a), b.reading ?? kanaOf(b)],
    [soundsOf(a), soundsOf(b)],
  ] as const;
  const [left, right] = readings;
  if (left !== null && right !== null) return !readAlike(left, right);
  const [some, others] = sounds;
  return some.length > 0 && others.length > 0 && !some.some((sound) => others.includes(sound));
}

/** A word in kana is its own reading. */
function kanaOf({ text }: Sounding): string | null {
  return /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(text) ? text : null;
}

function readAlike(a: string, b: string): boolean {
  if (foldText(a) === foldText(b)) return true;
  return [matchKana(a, [b]), matchPinyin(a, [b]), matchPinyin(b, [a])].includes("same");
}

/**
 * What does not tell words apart everywhere: marks of stress and length, an r after a vowel, and
 * the open back vowels. In unstressed syllables ə and ɪ are one to many.
 */
function soundsOf({ pronunciation }: Sounding): string[] {
  return (pronunciation ?? "")
    .split(/[,;/[\]|]+/u)
    .map((one) =>
      one
        .normalize("NFD")
        .replace(/[\p{M}\s.·ˈˌ'’‿()-]/gu, "")
        .replace(/[ːˑ:]/gu, "")
        .replace(/[ɚɝɜ]/gu, "ə")
        .replace(/(?<=[aeiouyæɑɒɔəɛɪʊʌøœ])[rɹɾ](?![aeiouyæɑɒɔəɛɪʊʌøœ])/gu, "")
        .replace(/[ɑɒɔ]/gu, "a")
        .replace(/[əɨ]/gu, "ɪ")
        .replace(/ɡ/gu, "g"),
    )
    .filter((one) => one !== "");
}
