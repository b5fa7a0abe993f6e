import type { WordFacts } from "../answer.ts";

/** Words are compared with dozens of others, so each is taken apart once. */
const known = new WeakMap<WordFacts, ReadonlySet<string>>();

/**
 * Runs of Han characters, Korean words of two or more syllables, and words of three or more letters
 * in a meaning.
 */
export function meaningTokens(facts: WordFacts): ReadonlySet<string> {
  const before = known.get(facts);
  if (before !== undefined) return before;
  const words = /\p{Script=Han}+|\p{Script=Hangul}{2,}|[\p{L}\p{N}]{3,}/gu;
  const found = (facts.meaning ?? "").normalize("NFC").toLowerCase().match(words);
  const tokens = new Set(found ?? []);
  known.set(facts, tokens);
  return tokens;
}

/** Normal form of a text: texts that look the same to a reader are one option. */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}
