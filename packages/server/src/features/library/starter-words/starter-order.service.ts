import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { arrangeBook } from "../wordbooks/wordbooks.service.ts";
import { foldText, lockLibrary, setDifficulties, usedWords } from "../words/words.service.ts";
import { difficultyOfRank, type StarterEdition } from "./build-starter-words.ts";
import type { FormerOrder } from "./starter-entries.ts";
import {
  listStarterEntries,
  listStarterWords,
  type StarterBookEntry,
} from "./starter-import.repo.ts";

/** Words that are no longer among the starter words come after all others. */
const AFTER_ALL = 1;

/** Stored numbers of four decimals that differ by less are equal. */
const TOLERANCE = 0.000_05;

/**
 * Moves words to their new ranks, also those that an earlier order had and the former one had not.
 * A word keeps a difficulty that somebody has changed.
 *
 * @param texts  some of the edition's words, of the former or the new order
 */
export async function setOrder(
  tx: Database,
  { key, words }: StarterEdition,
  { texts: all }: FormerOrder,
  texts: readonly string[],
): Promise<void> {
  await lockLibrary(tx);
  const former = new Map(
    all.map((text, rank) => [foldText(text), difficultyOfRank(rank, all.length)]),
  );
  const formerOf = (text: string) => former.get(text) ?? AFTER_ALL;
  const wanted = new Map(words.map(({ text, difficulty }) => [foldText(text), difficulty]));
  const rows = await listStarterWords(tx, key, texts.map(foldText));
  const moved = rows
    .filter((row) => Math.abs(row.difficulty - formerOf(row.text_folded)) < TOLERANCE)
    .map((row) => [row.id, wanted.get(row.text_folded) ?? AFTER_ALL] as const);
  await setDifficulties(tx, new Map(moved));
}

/**
 * Puts the remaining books of an edition in their new order, under the same ids. Words that the
 * operator has removed stay out, and words that the operator has added come last. Words that have
 * left a book stay in it, last, if a learner has begun, noted or marked them.
 */
export async function reorderBooks(
  needs: Pick<Deps, "clock" | "wordTables">,
  tx: Database,
  edition: StarterEdition,
  former: FormerOrder,
): Promise<void> {
  const entries = await listStarterEntries(tx, edition);
  const ours = await listStarterWords(
    tx,
    edition.key,
    edition.words.map(({ text }) => foldText(text)),
  );
  const ids = new Map([
    ...ours.map((row) => [row.text_folded, row.id] as const),
    ...entries.map((entry) => [entry.text_folded, entry.wordId] as const),
  ]);
  const ranks = new Map(former.texts.map((text, rank) => [foldText(text), rank]));
  for (const [bookId, held] of Map.groupBy(entries, (entry) => entry.bookId)) {
    const wordIds = await newContent(needs, tx, { edition, ids, ranks, held });
    await arrangeBook(tx, bookId, wordIds, needs.clock.nowMs());
  }
}

interface HeldBook {
  readonly edition: StarterEdition;
  /** Ids by folded text. */
  readonly ids: ReadonlyMap<string, string>;
  /** Former ranks by folded text, from 0. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly held: readonly StarterBookEntry[];
}

async function newContent(
  needs: Pick<Deps, "wordTables">,
  tx: Database,
  { edition, ids, ranks, held }: HeldBook,
): Promise<string[]> {
  const texts = new Set(held.map((entry) => entry.text_folded));
  const size = sizeOf(edition, ranks, texts);
  const wasIn = (text: string) => (ranks.get(text) ?? Infinity) < size;
  const book = edition.books.find(({ wordTexts }) => wordTexts.length === size);
  const first = (book?.wordTexts ?? [])
    .map(foldText)
    .filter((text) => texts.has(text) || !wasIn(text))
    .flatMap((text) => ids.get(text) ?? []);
  const placed = new Set(first);
  const others = held.filter(({ wordId }) => !placed.has(wordId));
  const left = others.filter((entry) => wasIn(entry.text_folded)).map(({ wordId }) => wordId);
  const used = await usedWords(needs, tx, left, "wordbook_words");
  const kept = others.filter((one) => used.has(one.wordId) || !wasIn(one.text_folded));
  return [...first, ...kept.map(({ wordId }) => wordId)];
}

/**
 * The size of the book that the held words were, whatever the operator added or an upgrade kept:
 * the one that has the most in common with them.
 */
function sizeOf(
  { books }: StarterEdition,
  ranks: ReadonlyMap<string, number>,
  texts: ReadonlySet<string>,
): number {
  const likenessTo = (size: number) => {
    const common = [...texts].filter((text) => (ranks.get(text) ?? Infinity) < size).length;
    return common / (texts.size + size - common);
  };
  const sizes = books.map(({ wordTexts }) => wordTexts.length);
  return sizes.reduce((best, size) => (likenessTo(size) > likenessTo(best) ? size : best), 0);
}
