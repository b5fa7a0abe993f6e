import { hasAtMost, WORD_LIMITS } from "@wordloom/contract/limits";
import type { LexicalEntry } from "@wordloom/imports";
import { composed, foldText } from "@wordloom/language";

/** An entry as it is stored; what it does not say is absent. */
export type StoredEntry = Pick<LexicalEntry, "kind" | "text"> &
  Partial<Omit<LexicalEntry, "kind" | "text">>;

/** A row of `dictionary_entries`, before it has a place. */
export interface EntryRow {
  readonly text_folded: string;
  readonly entry_json: string;
}

/** More of an entry is not shown anywhere. */
const LIST_MAX = { meanings: 30, examples: 10, formOf: 10 } as const;
const MEANING_MAX = 500;
const EXAMPLE_MAX = 500;

/** The row of an entry; undefined if its text is too long or nothing of it is visible. */
export function rowOf(entry: LexicalEntry): EntryRow | undefined {
  const text = plain(entry.text);
  const folded = foldText(text);
  if (folded === "" || !hasAtMost(text, WORD_LIMITS.text)) return undefined;
  const said = Object.entries(bounded(entry)).filter(([, value]) => saysSomething(value));
  const stored = { kind: entry.kind, text, ...Object.fromEntries(said) };
  return { text_folded: folded, entry_json: JSON.stringify(stored) };
}

function saysSomething(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== "" && value !== null && value !== 0;
}

function bounded(entry: LexicalEntry): Omit<LexicalEntry, "kind" | "text"> {
  const short = (text: string, max: number) => (hasAtMost(text, max) ? plain(text) : "");
  const examples = entry.examples
    .map((text, at) => [plain(text), plain(entry.exampleMeanings[at] ?? "")] as const)
    .filter((pair) => pair.every((text) => hasAtMost(text, EXAMPLE_MAX)))
    .slice(0, LIST_MAX.examples);
  const meanings = entry.meanings.slice(0, LIST_MAX.meanings);
  return {
    reading: short(entry.reading, WORD_LIMITS.reading),
    pronunciation: short(entry.pronunciation, WORD_LIMITS.pronunciation),
    partOfSpeech: short(entry.partOfSpeech, WORD_LIMITS.partOfSpeech),
    meanings: meanings.map((text) => cut(plain(text), MEANING_MAX)),
    examples: examples.map(([text]) => text),
    exampleMeanings: entry.exampleMeanings.length === 0 ? [] : examples.map(([, text]) => text),
    level: short(entry.level, 64),
    rank: entry.rank,
    formOf: entry.formOf.slice(0, LIST_MAX.formOf).map((text) => cut(plain(text), 200)),
    score: entry.score,
  };
}

/** Composed, and without what PostgreSQL cannot store. */
export function plain(text: string): string {
  return composed(text.replaceAll("\0", "").toWellFormed()).trim();
}

/** The beginning of a text, at most `max` characters long. */
export function cut(text: string, max: number): string {
  return hasAtMost(text, max) ? text : `${[...text].slice(0, max - 1).join("")}…`;
}
