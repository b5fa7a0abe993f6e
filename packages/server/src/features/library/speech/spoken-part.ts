import type { WordPublic } from "@wordloom/contract";
import { spokenField, textLanguage, type SpokenPart as PartName } from "@wordloom/language";

/** What of a word is spoken, and in which language. */
export interface SpokenPart {
  readonly text: string;
  /** A canonical language tag. */
  readonly language: string;
  /** Whether the text is the learner's own, rather than the library's. */
  readonly isOwn: boolean;
}

/** Engines need seconds for a long text; examples are shorter. */
const LENGTH_MAX = 600;

/**
 * The text that is said for a part of a word.
 *
 * @returns undefined if the word has no such part
 */
export function spokenPart(word: WordPublic, part: string): SpokenPart | undefined {
  const { field, text } = spokenField(word, part as PartName);
  const plain = plainSpeech(text ?? "");
  const language = textLanguage(plain, part === "meaning" ? word.meaningLanguage : word.language);
  if (plain === "" || language === undefined) return undefined;
  const isOwn = word.ownerId !== null || word.ownFields.includes(field);
  return { text: plain, language, isOwn };
}

/**
 * A text that no engine takes for markup, a command or several lines: SSML in angle brackets,
 * phonemes in double brackets, control characters.
 */
export function plainSpeech(text: string): string {
  const plain = text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replaceAll(/[<>[\]{}|\\^`~]/g, " ")
    .replaceAll(/&(#?\w{1,31});/g, " $1 ")
    .replaceAll(/\s*[;/]\s*/g, ", ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain.slice(0, LENGTH_MAX).toWellFormed();
}
