import type { WordDraft, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { ftsRemove, ftsReplace } from "../../../platform/database/dialect/full-text.ts";
import type { Database, Tables } from "../../../platform/database/tables.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { indexEntry } from "./word-index.service.ts";
import { cleanWord, requireClientId, toColumns, type CleanWord } from "./word-draft.ts";
import { listWordsIn, removeRowsAbout, noteRemovedWords } from "./word-references.repo.ts";
import {
  detachOwnWords,
  insertWords,
  listOwnWordIds,
  listWordRows,
  lockWords,
  removeWords,
  toWord,
  updateWordRows,
  type WordRow,
} from "./words.repo.ts";

type Needs = Pick<Deps, "clock" | "ids">;

/** Few enough for one statement to take a few milliseconds, however long the words are. */
const INDEXED_AT_ONCE = 50;

const DROPPED_AT_ONCE = 1_000;

/**
 * Stores new words and makes them searchable, inside the caller's transaction.
 *
 * An empty meaning is allowed here, because imported words may lack one.
 *
 * @throws AppError WORDS_INVALID_PAYLOAD if a limit is exceeded; CONFLICT if an id is in use
 */
export async function storeWords(
  needs: Needs,
  tx: Database,
  drafts: readonly WordDraft[],
): Promise<WordPublic[]> {
  const words = await mapInTurns(drafts, (draft) => ({
    id: draft.id == null ? needs.ids.next() : requireClientId(draft.id),
    word: cleanWord(draft),
  }));
  return mapInTurns(await insertClean(needs, tx, words), toWord);
}

/** A word to be stored; without an owner it is one of the library. */
export interface NewWord {
  readonly id: string;
  readonly word: CleanWord;
  readonly ownerId?: string | null;
  readonly basedOn?: string | null;
}

/** Stores words known to be within the limits. @throws AppError CONFLICT if an id is in use */
export async function insertClean(
  needs: Pick<Deps, "clock">,
  tx: Database,
  words: readonly NewWord[],
): Promise<WordRow[]> {
  const atMs = needs.clock.nowMs();
  const rows = await mapInTurns(words, ({ id, word, ownerId = null, basedOn = null }) => ({
    id,
    ...toColumns(word),
    owner_id: ownerId,
    based_on: basedOn,
    created_at_ms: atMs,
    updated_at_ms: atMs,
  }));
  const stored = (await insertWords(tx, rows)) ?? refuse("CONFLICT", "A word with this id exists.");
  await indexWords(tx, stored);
  return stored;
}

/** Stores a changed word of a learner's own. */
export async function rewriteOwnWord(
  { clock }: Pick<Deps, "clock">,
  tx: Database,
  id: string,
  word: CleanWord,
): Promise<void> {
  const [before] = await listWordRows(tx, [id]);
  if (before === undefined) return;
  await rewriteWords(tx, [{ ...before, ...toColumns(word), updated_at_ms: clock.nowMs() }]);
}

/** Stores changed words and updates the search index. */
export async function rewriteWords(tx: Database, rows: readonly WordRow[]): Promise<void> {
  await updateWordRows(tx, rows);
  await indexWords(tx, rows);
}

/** Sets the difficulty of words, by id. Nothing else of a word depends on it. */
export async function setDifficulties(
  tx: Database,
  difficulties: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = await listWordRows(tx, [...difficulties.keys()]);
  await updateWordRows(
    tx,
    rows.map((row) => ({ ...row, difficulty: difficulties.get(row.id) ?? row.difficulty })),
  );
}

/**
 * Removes words with the rows about them in `wordTables`. Records stay. Rows that answers in flight
 * may still write are removed a minute later, because locking the word would slow down every
 * answer.
 *
 * @returns number of words removed
 */
export async function dropWords(
  needs: Pick<Deps, "clock" | "wordTables">,
  tx: Database,
  ids: readonly string[],
): Promise<number> {
  const removedIds = await removeWithRows(needs, tx, ids);
  await noteRemovedWords(tx, removedIds, needs.clock.nowMs());
  return removedIds.length;
}

async function removeWithRows(
  { wordTables }: Pick<Deps, "wordTables">,
  tx: Database,
  ids: readonly string[],
): Promise<string[]> {
  const removed = await removeWords(tx, ids);
  for (const table of wordTables) await removeRowsAbout(tx, table, ids);
  const removedIds = removed.map(({ id }) => id);
  await ftsRemove(
    tx,
    removed.map(({ seq }) => seq),
  );
  await detachOwnWords(tx, removedIds);
  return removedIds;
}

/**
 * Removes all words of a learner who is being erased, with the rows about them, in the caller's
 * transaction. No row can follow, because nobody else answers them.
 */
export async function dropOwnWords(
  needs: Pick<Deps, "wordTables">,
  tx: Database,
  userId: string,
): Promise<void> {
  for (;;) {
    const ids = await listOwnWordIds(tx, userId, DROPPED_AT_ONCE);
    if (ids.length === 0) return;
    await removeWithRows(needs, tx, ids);
  }
}

/**
 * Removes the given words that are in no book and used by no learner. Waits for transactions that
 * are about to use one.
 */
export async function dropUnusedWords(
  needs: Pick<Deps, "clock" | "wordTables">,
  tx: Database,
  ids: readonly string[],
): Promise<void> {
  await lockWords(tx, ids);
  const used = await usedWords(needs, tx, ids);
  await dropWords(
    needs,
    tx,
    ids.filter((id) => !used.has(id)),
  );
}

/**
 * The given words that a learner has begun, noted or marked, or that are in a book.
 *
 * @param except  a table that does not count
 */
export async function usedWords(
  { wordTables }: Pick<Deps, "wordTables">,
  tx: Database,
  ids: readonly string[],
  except?: keyof Tables,
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const table of wordTables.filter((one) => one.isUse && one.table !== except)) {
    for (const id of await listWordsIn(tx, table, ids)) used.add(id);
  }
  return used;
}

async function indexWords(tx: Database, rows: readonly WordRow[]): Promise<void> {
  const entries = await mapInTurns(rows, indexEntry);
  for (let start = 0; start < entries.length; start += INDEXED_AT_ONCE) {
    await ftsReplace(tx, entries.slice(start, start + INDEXED_AT_ONCE));
  }
}
