import { foldLines, foldText } from "@wordloom/language";
import type { StoredWord } from "./rewrite-keys.ts";

const MEANING_MAX = 2_000;
const ENTRIES_MAX = 50;

/**
 * One word with the content of all of these; the first keeps its text, id and everything else it
 * has.
 *
 * @returns undefined if their combined meanings would be too long
 */
export function joinedWord(words: readonly StoredWord[]): StoredWord | undefined {
  const [first, ...others] = words;
  if (first === undefined) return undefined;
  const joined = others.reduce(
    (word, other) => ({
      ...word,
      meaning: joinedMeaning(word.meaning, other.meaning),
      pronunciation: word.pronunciation ?? other.pronunciation,
      part_of_speech: word.part_of_speech ?? other.part_of_speech,
      examples_json: joinedList(word.examples_json, other.examples_json),
      tags_json: joinedList(word.tags_json, other.tags_json),
    }),
    first,
  );
  if ([...joined.meaning].length > MEANING_MAX) return undefined;
  return { ...joined, meaning_folded: foldLines(joined.meaning) };
}

/** The first meaning, with the parts of the second that it lacks. */
function joinedMeaning(first: string, second: string): string {
  const known = new Set(partsOf(first).map(foldText));
  const more = partsOf(second).filter((part) => !known.has(foldText(part)));
  const separator = /\p{Script=Han}/u.test(first) ? "；" : "; ";
  return [first, ...more].filter((part) => part !== "").join(separator);
}

function partsOf(meaning: string): string[] {
  const parts = meaning.split(/[;；]/).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

function joinedList(first: string, second: string): string {
  const entries = [first, second].flatMap((json) => JSON.parse(json) as string[]);
  return JSON.stringify([...new Set(entries)].slice(0, ENTRIES_MAX));
}
