import type { WordDraft, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { ftsRemove, ftsReplace } from "../../../platform/database/dialect/full-text.ts";
import { searchTokens } from "../../../platform/database/dialect/search-tokens.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { noteRemovedWords } from "./removed-words.repo.ts";
import { cleanWord, requireClientId, toColumns, type CleanWord } from "./word-draft.ts";
import { listWordsIn, removeRowsAbout } from "./word-references.repo.ts";
import {
  insertWords,
  lockWords,
  removeWords,
  toWord,
  updateWordRows,
  type WordRow,
} from "./words.repo.ts";

type Needs = Pick<Deps, "clock" | "ids">;

/** Few enough for one statement to take a few milliseconds, however long the words are. */
const INDEXED_AT_ONCE = 50;

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

/** Stores words known to be within the limits. @throws AppError CONFLICT if an id is in use */
export async function insertClean(
  needs: Pick<Deps, "clock">,
  tx: Database,
  words: readonly { readonly id: string; readonly word: CleanWord }[],
): Promise<WordRow[]> {
  const atMs = needs.clock.nowMs();
  const rows = await mapInTurns(words, ({ id, word }) => ({
    id,
    ...toColumns(word),
    owner_id: null,
    based_on: null,
    created_at_ms: atMs,
    updated_at_ms: atMs,
  }));
  const stored = (await insertWords(tx, rows)) ?? refuse("CONFLICT", "A word with this id exists.");
  await indexWords(tx, stored);
  return stored;
}

/** Stores changed words and updates the search index. */
export async function rewriteWords(tx: Database, rows: readonly WordRow[]): Promise<void> {
  await updateWordRows(tx, rows);
  await indexWords(tx, rows);
}

/**
 * Removes words with the rows about them in `wordTables`. Records stay. Rows that answers in flight
 * may still write are removed a minute later, because locking the word would slow down every
 * answer.
 *
 * @returns number of words removed
 */
export async function dropWords(
  { clock, wordTables }: Pick<Deps, "clock" | "wordTables">,
  tx: Database,
  ids: readonly string[],
): Promise<number> {
  const removed = await removeWords(tx, ids);
  for (const table of wordTables) await removeRowsAbout(tx, table, ids);
  const [removedIds, seqs] = [removed.map(({ id }) => id), removed.map(({ seq }) => seq)];
  await ftsRemove(tx, seqs);
  await noteRemovedWords(tx, removedIds, clock.nowMs());
  return removed.length;
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
  const used = new Set<string>();
  for (const table of needs.wordTables.filter(({ isUse }) => isUse)) {
    for (const id of await listWordsIn(tx, table, ids)) used.add(id);
  }
  await dropWords(
    needs,
    tx,
    ids.filter((id) => !used.has(id)),
  );
}

async function indexWords(tx: Database, rows: readonly WordRow[]): Promise<void> {
  const entries = await mapInTurns(rows, (row) => ({
    seq: row.seq,
    tokens: searchTokens(`${row.text_folded}\n${row.meaning_folded}`),
  }));
  for (let start = 0; start < entries.length; start += INDEXED_AT_ONCE) {
    await ftsReplace(tx, entries.slice(start, start + INDEXED_AT_ONCE));
  }
}
