import type { Wordbook } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import {
  createBook,
  discardBook,
  discardImport,
  discardSilentImports,
  listDiscarded,
  removeBookHistory,
  removeImportBook,
  removeWordsFromBook,
  showBook,
  touchImport,
  typeOf,
  type BookDraft,
} from "../wordbooks/wordbooks.service.ts";
import { dropUnusedWords, forgetKnownWords, lockLibrary } from "../words/words.service.ts";
import { detachImportRecord, removeImportRecord } from "./import-records.repo.ts";
import {
  forgetImportedWords,
  listImportedWords,
  listSomeEntries,
  removeImportedWords,
  type ImportedWord,
} from "./library-imports.repo.ts";

export { insertImportedWords, type ImportedWord } from "./library-imports.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "peers" | "wordTables">;

/** Words removed or read per statement. */
const WORDS_AT_ONCE = 250;

/** An import writes several times a second. One that is silent for this long has died. */
const DEAD_AFTER_MS = 30_000;

export const LEFTOVERS_WORKER = "import_leftovers";

/** A book that is being imported. */
export type ImportingBook = Omit<Wordbook, "wordCount">;

/**
 * Long imports write in slices, each a short transaction of its own, and collect the words in a
 * hidden book: the last slice shows or removes it. If the last slice never runs, the import leaves
 * nothing behind, because a worker removes the book and the words created for it.
 */
export async function openImport(
  needs: Pick<Deps, "clock" | "ids">,
  tx: Database,
  draft: Omit<BookDraft, "isImporting">,
): Promise<ImportingBook> {
  return createBook(needs, tx, { ...draft, isImporting: true });
}

/**
 * Begins a slice inside its transaction.
 *
 * @throws AppError UNAVAILABLE if the import has been discarded, or its owner's account erased
 */
export async function continueImport(
  { clock }: Pick<Deps, "clock">,
  tx: Database,
  bookId: string,
): Promise<void> {
  const isAlive = await touchImport(tx, bookId, clock.nowMs());
  if (!isAlive) refuse("UNAVAILABLE", "The import was interrupted.");
}

/** Shows the book, inside the transaction of the last slice. */
export async function showImportedBook(tx: Database, book: ImportingBook): Promise<void> {
  await showBook(tx, book.id, typeOf(book.userId));
}

/** Ends an import of words without a book, inside the transaction of the last slice. */
export async function keepImportedWords(tx: Database, book: ImportingBook): Promise<void> {
  await forgetImportedWords(tx, book.id);
  await removeImportBook(tx, book.id);
}

/**
 * Discards an import that failed. Its words are removed soon.
 *
 * A failure here is not reported, because the import is later found dead.
 */
export async function discardFailedImport(
  needs: Pick<Deps, "database"> & Partial<Pick<Deps, "jobs">>,
  book: ImportingBook,
): Promise<void> {
  await discardImport(needs.database, book.id).catch(() => undefined);
  needs.jobs?.wake(LEFTOVERS_WORKER);
}

/**
 * Removes a book inside the caller's transaction. All its words stay in the library, and the record
 * of its import stays as history. The worker removes its entries, which may be many; wake it after
 * the commit.
 */
export async function discardShownBook(
  { ids }: Pick<Deps, "ids">,
  tx: Database,
  bookId: string,
): Promise<void> {
  await forgetImportedWords(tx, bookId);
  await detachImportRecord(tx, bookId, ids.next());
  await discardBook(tx, bookId);
}

/** Removes the leftovers of an import unless it is still running. @returns whether it was dead */
export async function removeIfDead(needs: Needs, bookId: string): Promise<boolean> {
  const isDead = (await discardDeadImports(needs)).includes(bookId);
  if (isDead) await removeLeftovers(needs, bookId);
  return isDead;
}

/** Removes the leftovers of all imports that have failed or were killed. */
export async function removeDeadImports(needs: Needs, signal: AbortSignal): Promise<void> {
  for (const bookId of await discardDeadImports(needs)) {
    if (signal.aborted) return;
    await removeLeftovers(needs, bookId);
  }
}

/**
 * All words created by the import of a book, for a comparison with its next version. Reads a few at
 * a time and lets requests run in between.
 */
export async function* importedWords(
  db: Database,
  bookId: string,
): AsyncGenerator<readonly ImportedWord[]> {
  for (let afterId = ""; ;) {
    const words = await listImportedWords(db, bookId, { afterId, limit: WORDS_AT_ONCE });
    yield words;
    const last = words.at(-1);
    if (last === undefined || words.length < WORDS_AT_ONCE) return;
    afterId = last.id;
    await takeTurns();
  }
}

/**
 * Removes words created by an import from its book. Also removes them from the library unless
 * something else refers to them: a learner has learned or noted them or put them into another book.
 */
export async function withdrawWords(
  needs: Pick<Deps, "clock" | "wordTables">,
  tx: Database,
  bookId: string,
  ids: readonly string[],
): Promise<void> {
  await removeWordsFromBook(tx, bookId, ids);
  await removeImportedWords(tx, bookId, ids);
  await dropUnusedWords(needs, tx, ids);
}

async function discardDeadImports({ clock, database }: Needs): Promise<string[]> {
  const nowMs = clock.nowMs();
  const period = { sinceMs: nowMs - DEAD_AFTER_MS, latestMs: latestStoredMs(nowMs) };
  await discardSilentImports(database, period);
  return listDiscarded(database);
}

/** Can be interrupted and repeated, because the book itself is removed last. */
async function removeLeftovers(needs: Needs, bookId: string): Promise<void> {
  const removeSome = (tx: Database) => removeSomeWords(needs, tx, bookId);
  while (await transact(needs.database, removeSome)) await takeTurns();
  await transact(needs.database, async (tx) => {
    await removeImportRecord(tx, bookId);
    await removeBookHistory(tx, bookId);
    await removeImportBook(tx, bookId);
  });
  forgetKnownWords(needs);
}

/** @returns whether there were any */
async function removeSomeWords(needs: Needs, tx: Database, bookId: string): Promise<boolean> {
  await lockLibrary(tx);
  const created = await listImportedWords(tx, bookId, { afterId: "", limit: WORDS_AT_ONCE });
  await withdrawWords(
    needs,
    tx,
    bookId,
    created.map(({ id }) => id),
  );
  const linked = created.length > 0 ? [] : await listSomeEntries(tx, bookId, WORDS_AT_ONCE);
  await removeWordsFromBook(tx, bookId, linked);
  return created.length + linked.length > 0;
}
