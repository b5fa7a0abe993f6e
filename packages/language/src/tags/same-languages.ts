import { haveSameScript } from "../scripts/script.ts";
import { baseLanguage } from "./language-tag.ts";
import type { GlossedWord } from "../meanings/both-right.ts";

/**
 * Whether two words are of one language, and their meanings too. One in another language or script
 * is known to be wrong at a glance. Unknown languages and meanings fit every other.
 */
export function haveSameLanguages(word: GlossedWord, other: GlossedWord): boolean {
  return (
    isOneLanguage(word.language, other.language) &&
    isOneLanguage(word.meaningLanguage, other.meaningLanguage) &&
    haveSameScript(word.text, other.text) &&
    haveSameScript(word.meaning ?? "", other.meaning ?? "")
  );
}

function isOneLanguage(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || baseLanguage(a) === baseLanguage(b);
}
