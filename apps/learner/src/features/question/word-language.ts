import type { WordPublic } from "@wordloom/contract";
import {
  primaryLanguage,
  textAttributes,
  textLanguage,
  type TextAttributes,
} from "@wordloom/language";

/** Words in a kit that an earlier version of the service made say no languages. */
type Told = Partial<Pick<WordPublic, "text" | "language" | "meaning" | "meaningLanguage">>;

/** From the time before words said their language. */
const FORMER_LANGUAGE = "en";

/**
 * The language of a word, or of a text in the same language: judged, spoken and shown by it.
 * Undefined if the text is in letters of another language.
 */
export function wordLanguage(word: Told, text = word.text ?? ""): string | undefined {
  return textLanguage(text, word.language ?? FORMER_LANGUAGE);
}

/** How to show a word, or its reading or examples. */
export function wordAttributes(word: Told, text = word.text ?? ""): TextAttributes {
  return textAttributes(text, word.language ?? FORMER_LANGUAGE);
}

/** How to show a meaning, or another text in its language. */
export function meaningAttributes(word: Told, text = word.meaning ?? ""): TextAttributes {
  return textAttributes(text, word.meaningLanguage ?? FORMER_LANGUAGE);
}

/** Slashes or brackets around it, or its own signs; pinyin is sometimes written with ɑ and ɡ. */
const IPA = /^(US )?[/[]|[ˈˌːɐɒ-ɠɢ-ʯ]/u;

/** How to show the pronunciation of a word: in IPA, or as it is read, in kana or pinyin. */
export function soundAttributes(word: Told, pronunciation: string): TextAttributes {
  if (!IPA.test(pronunciation)) return wordAttributes(word, pronunciation);
  return { lang: `${primaryLanguage(wordLanguage(word) ?? "und")}-fonipa`, dir: "ltr" };
}

/** How to show a text whose language nobody stated. */
export function textAttributesOf(text: string): TextAttributes {
  return textAttributes(text, undefined);
}
