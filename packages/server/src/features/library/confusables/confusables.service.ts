import { baseLanguage, haveSameLanguages, searchForms } from "@wordloom/language";
import type { ConfusionPairs } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { ftsMatch } from "../../../platform/database/dialect/full-text.ts";
import { queryTokens, tokensOfOwner } from "../../../platform/database/dialect/search-tokens.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordConfusablesTable } from "./confusables.tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { relatedWords } from "../wordnet/wordnet.ts";
import { wordSourcesOf, type WordReader, type WordSource } from "../words/seen-words.ts";
import { foldText, holdAnyWords, listWordsById, requireWord } from "../words/words.service.ts";
import {
  findConfusables,
  listByContent,
  listByPrefix,
  listByTexts,
  listCandidates,
  listPairs,
  upsertConfusables,
  type CandidateRow,
} from "./confusables.repo.ts";
import { confusability, CJK } from "./confusability.ts";
import { meaningPieces } from "./meaning-pieces.ts";
import { spellingVariants } from "./spelling-variants.ts";

/** A word and its confusability, 0 to 1. */
type Pair = readonly [wordId: string, similarity: number];

const PAIRS_MAX = 100;
const SIMILARITY_MIN = 0.3;
/** Allows for two failed runs of the weekly worker. */
const CACHE_MAX_AGE_MS = 22 * DAY_MS;

/** Maximum number of candidates per search. */
const CANDIDATES_MAX = 400;
const PREFIX_LETTERS = 3;
const LENGTH_DIFFERENCE = 3;
const PIECES_MAX = 4;
const PIECE_LENGTH_MAX = 30;

/**
 * Words that a learner may confuse with this one, by spelling, sound or meaning, most similar
 * first. Taken from the cache if it is valid for the current spelling, otherwise computed.
 *
 * @throws AppError NOT_FOUND
 */
export async function listConfusionPairs(
  needs: Pick<Deps, "clock" | "database">,
  reader: WordReader,
  wordId: string,
  limit: number,
): Promise<ConfusionPairs> {
  const { database } = needs;
  const word = await requireWord(database, reader, wordId);
  const cached = await findConfusables(database, wordId);
  const isValid =
    cached?.text_folded === foldText(word.text) &&
    needs.clock.nowMs() - cached.computed_at_ms < CACHE_MAX_AGE_MS;
  const known = isValid
    ? (JSON.parse(cached.pairs_json) as Pair[])
    : await computePairs(database, wordId, wordSourcesOf(word.ownerId));
  const pairs = word.ownerId === null ? await withOwnWords(database, reader, wordId, known) : known;
  const similarities = new Map(pairs.slice(0, limit));
  const words = await listWordsById(database, reader, [...similarities.keys()]);
  return {
    wordId,
    confusionPairs: words.map(({ id, text, meaning }) => ({
      wordId: id,
      word: text,
      meaning,
      similarity: similarities.get(id) ?? 0,
    })),
  };
}

/** Cached entries about library words are shared; the reader's own words are added to them. */
async function withOwnWords(
  db: Database,
  reader: WordReader,
  wordId: string,
  known: readonly Pair[],
): Promise<readonly Pair[]> {
  const own = wordSourcesOf(reader).slice(1);
  if (own.length === 0) return known;
  return [...known, ...(await computePairs(db, wordId, own))].toSorted(bySimilarity);
}

/** Enough for a dozen pairs. */
const START_CHARACTERS = 700;

/** A word that may be confused with another. */
export interface SimilarWord {
  readonly id: string;
  readonly similarity: number;
}

/**
 * The few most confusable words for each of these, from the cache only: for selecting and scoring
 * many words at once, where computing would take too long.
 *
 * @returns entries for cached words only
 */
export async function listSimilarWords(
  needs: Pick<Deps, "clock">,
  db: Database,
  wordIds: readonly string[],
): Promise<Map<string, readonly SimilarWord[]>> {
  const computedAfterMs = needs.clock.nowMs() - CACHE_MAX_AGE_MS;
  const limits = { computedAfterMs, characters: START_CHARACTERS };
  const rows = await listPairs(db, wordIds, limits);
  return new Map(rows.map((row) => [row.word_id, firstPairs(row.pairs_start)]));
}

/** The complete pairs of a list that may be cut off. */
function firstPairs(start: string): SimilarWord[] {
  const list = start.endsWith("]]") ? start : `${start.slice(0, start.lastIndexOf("],") + 1)}]`;
  const pairs = list === "]" ? [] : (JSON.parse(list) as Pair[]);
  return pairs.map(([id, similarity]) => ({ id, similarity }));
}

/** Computes and caches the pairs of these words. */
export async function cacheConfusables(
  needs: Pick<Deps, "clock" | "database">,
  wordIds: readonly string[],
): Promise<void> {
  const { clock, database } = needs;
  const words = await listCandidates(database, wordIds);
  const rows: WordConfusablesTable[] = [];
  for (const word of words) {
    const pairs = await pairsOf(database, word, wordSourcesOf(word.owner_id));
    rows.push({
      word_id: word.id,
      text_folded: word.text_folded,
      pairs_json: JSON.stringify(pairs),
      computed_at_ms: clock.nowMs(),
    });
  }
  await transact(database, async (tx) => {
    // Some may have been deleted meanwhile.
    const existing = await holdAnyWords(tx, wordIds);
    const kept = rows.filter((row) => existing.has(row.word_id));
    await upsertConfusables(tx, kept);
  });
}

async function computePairs(db: Database, wordId: string, sources: Sources): Promise<Pair[]> {
  const [word] = await listCandidates(db, [wordId]);
  return word === undefined ? [] : pairsOf(db, word, sources);
}

/** Where look-alikes come from: the library, the words of one learner, or both. */
type Sources = readonly WordSource[];

async function pairsOf(db: Database, word: CandidateRow, sources: Sources): Promise<Pair[]> {
  const isEnglish = baseLanguage(word.language) === "en";
  const relatives = isEnglish ? relatedWords(word.text_folded) : [];
  const related = new Map(relatives.map((r) => [r.text, r.closeness]));
  const candidates = new Map<string, CandidateRow>();
  for (const source of sources) {
    for (const found of await findCandidates(db, source, word, [...related.keys()])) {
      for (const row of found) if (isOther(word, row)) candidates.set(row.id, row);
    }
  }
  return [...candidates.values()]
    .map((row) => [row.id, confusability(word, row, related.get(row.text_folded) ?? 0)] as const)
    .filter(([, similarity]) => similarity >= SIMILARITY_MIN)
    .toSorted(bySimilarity)
    .slice(0, PAIRS_MAX)
    .map(([id, similarity]) => [id, Math.round(similarity * 10_000) / 10_000]);
}

function bySimilarity([idA, a]: Pair, [idB, b]: Pair): number {
  return b - a || (idA < idB ? -1 : 1);
}

/** A reader of one language or script is not misled by a word, or a meaning, in another. */
function isOther(word: CandidateRow, row: CandidateRow): boolean {
  return row.text_folded !== word.text_folded && haveSameLanguages(written(word), written(row));
}

function written(row: CandidateRow) {
  const { text_folded: text, meaning_folded: meaning, language } = row;
  return { text, meaning, language, meaningLanguage: row.meaning_language };
}

/** Finds candidates through indexes, without reading all words. */
function findCandidates(
  db: Database,
  source: WordSource,
  word: CandidateRow,
  related: readonly string[],
): Promise<CandidateRow[][]> {
  const text = [...word.text_folded];
  const search = (column: Column, piece: string) => searchContent(db, source, column, piece);
  const searches = [listByTexts(db, source, [...related, ...spellingVariants(word.text_folded)])];
  const cjk = new Set(text.filter((character) => CJK.test(character)).slice(0, PIECES_MAX));
  if (text.length > PREFIX_LETTERS && cjk.size === 0) {
    const lengths = {
      min: text.length - LENGTH_DIFFERENCE,
      max: text.length + LENGTH_DIFFERENCE,
    };
    const prefix = text.slice(0, PREFIX_LETTERS).join("");
    searches.push(listByPrefix(db, source, { prefix, lengths, limit: CANDIDATES_MAX }));
  }
  for (const character of cjk) searches.push(search("text_folded", character));
  const sound = spelledSound(word);
  if (sound !== undefined) searches.push(search("reading_keys", `\n${sound}`));
  const pieces = meaningPieces(word.meaning_folded).filter(isSpecific).slice(0, PIECES_MAX);
  for (const piece of pieces) searches.push(search("meaning_folded", piece));
  return Promise.all(searches);
}

/** Romaji or pinyin as a search finds it; undefined for other readings. */
function spelledSound({ reading, language }: CandidateRow): string | undefined {
  return reading === null ? undefined : searchForms(reading, language).split("\n")[1];
}

type Column = Parameters<typeof listByContent>[1]["column"];

function searchContent(
  db: Database,
  source: WordSource,
  column: Column,
  piece: string,
): Promise<CandidateRow[]> {
  const matches = ftsMatch(db, tokensOfOwner(queryTokens(piece), source.ownerId));
  return listByContent(db, { source, matches, column, piece, limit: CANDIDATES_MAX });
}

/** Long enough to be specific, short enough to occur in another word's meaning. */
function isSpecific(piece: string): boolean {
  return piece.length >= (CJK.test(piece) ? 1 : 3) && piece.length <= PIECE_LENGTH_MAX;
}
