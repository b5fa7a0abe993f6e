import type { WordPublic } from "@wordloom/contract";
import { baseLanguage } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { relatedWords } from "../wordnet/wordnet.ts";
import {
  foldLines,
  foldText,
  listLibrary,
  listWordsByText,
  type WordReader,
} from "../words/words.service.ts";
import { charactersOf, partsOfQuery } from "./query-parts.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/**
 * Score of a match by its kind. `same` and `begins` compare the word; `meaningSame` and `meaning`
 * compare a part of its meaning.
 */
const SCORES = { same: 1, meaningSame: 0.9, begins: 0.75, meaning: 0.65, contains: 0.5 } as const;
/** Extra score of a meaning that is nearly the query over one that merely contains it. */
const MEANING_FIT_MAX = 0.09;
/** Weights of matches by a part of the query, and by related words of matches. */
const PART_WEIGHT = 0.5;
const STEP_WEIGHT = 0.7;
const STEP_SOURCES = 3;
/** Leading words as in dictionaries: "to give up" is about giving up. */
const LEADING_WORD = /^(?:to|an?|the)\s+(?=\S)/;
/** Words read for each part of the query. */
const FOUND_MAX = 100;

/** Where words are read, and for whom. */
interface Source {
  readonly needs: Needs;
  readonly reader: WordReader;
}

interface Matches {
  readonly scores: Map<string, number>;
  readonly words: Map<string, WordPublic>;
}

/**
 * Keyword search: words that contain the text in the word or its meaning, and English words that
 * WordNet relates to it, best first.
 *
 * A query in another language is extended by the English words it finds: 快乐 → happy → glad. If a
 * CJK query finds nothing, its characters are searched for one by one: 房子 → 房 → house.
 */
export async function searchRelated(
  needs: Needs,
  reader: WordReader,
  query: string,
  limit: number,
): Promise<WordPublic[]> {
  const from = { needs, reader };
  const matches: Matches = { scores: new Map(), words: new Map() };
  const folded = foldText(query).replace(LEADING_WORD, "");
  const parts = partsOfQuery(folded);
  await addContaining(from, matches, folded, 1);
  await addRelated(from, matches, folded, 1);
  for (const { text, isWord } of parts) {
    await addContaining(from, matches, text, PART_WEIGHT);
    if (isWord) await addRelated(from, matches, text, PART_WEIGHT);
  }
  for (const word of best(matches, STEP_SOURCES)) {
    const score = matches.scores.get(word.id) ?? 0;
    if (foldText(word.text) !== folded) {
      await addRelated(from, matches, word.text, score * STEP_WEIGHT);
    }
  }
  if (matches.scores.size === 0) {
    for (const character of charactersOf(folded)) {
      await addContaining(from, matches, character, PART_WEIGHT);
    }
  }
  return best(matches, limit);
}

async function addContaining(
  { needs, reader }: Source,
  matches: Matches,
  text: string,
  weight: number,
) {
  const { data } = await listLibrary(needs, reader, { page: 1, perPage: FOUND_MAX, search: text });
  for (const word of data) add(matches, word, weight * scoreOf(word, text));
}

async function addRelated(
  { needs, reader }: Source,
  matches: Matches,
  text: string,
  weight: number,
) {
  const closeness = new Map(relatedWords(text).map((word) => [word.text, word.closeness]));
  if (closeness.size === 0) return;
  for (const found of await listWordsByText(needs.database, reader, [...closeness.keys()])) {
    const { textFolded, ...word } = found;
    // The thesaurus is English: German "gift" is no present.
    if (baseLanguage(word.language) !== "en") continue;
    add(matches, word, weight * (closeness.get(textFolded) ?? 0));
  }
}

function add({ scores, words }: Matches, word: WordPublic, value: number): void {
  words.set(word.id, word);
  scores.set(word.id, Math.max(scores.get(word.id) ?? 0, value));
}

function scoreOf({ text, meaning }: WordPublic, query: string): number {
  const [foldedText, foldedMeaning] = [foldText(text), foldLines(meaning)];
  if (foldedText === query) return SCORES.same;
  const pieces = foldedMeaning.split(/[^\p{L}\p{N} '-]+/u).map((piece) => piece.trim());
  if (pieces.includes(query)) return SCORES.meaningSame;
  if (foldedText.startsWith(query)) return SCORES.begins;
  const within = pieces.filter((piece) => piece.includes(query));
  if (within.length === 0) return foldedMeaning.includes(query) ? SCORES.meaning : SCORES.contains;
  return SCORES.meaning + Math.max(...within.map((piece) => MEANING_FIT_MAX * fit(piece, query)));
}

/**
 * How well the query fits a part of a meaning, 0 to 1: half for the share of its length, half for
 * starting with the query.
 */
function fit(piece: string, query: string): number {
  return (query.length / piece.length + (piece.startsWith(query) ? 1 : 0)) / 2;
}

function best({ scores, words }: Matches, limit: number): WordPublic[] {
  const byScore = (a: WordPublic, b: WordPublic) =>
    (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0) ||
    (`${a.text} ${a.id}` < `${b.text} ${b.id}` ? -1 : 1);
  return [...words.values()].toSorted(byScore).slice(0, limit);
}
