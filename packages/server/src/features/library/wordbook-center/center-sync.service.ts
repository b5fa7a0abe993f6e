import type { Wordbook, WordDraft } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { toDraft, withBookOfId, type CenterBookFile } from "./center-client.service.ts";
import {
  importedWords,
  insertImportedWords,
  withdrawWords,
} from "../library-imports/library-imports.service.ts";
import { keptRecordings } from "../media/media-sources.service.ts";
import { addWordsToBook, findWordbooks, listWordsInBook } from "../wordbooks/wordbooks.service.ts";
import {
  countAddedWords,
  countRevisions,
  foldText,
  foreseeWords,
  forgetKnownWords,
  lockLibrary,
  updateWords,
  findOrCreateWords,
} from "../words/words.service.ts";
import {
  requireImport,
  saveImport,
  type BookImport,
} from "../library-imports/import-records.service.ts";
import { noteSynced, type ImportOrder } from "./center-audit.service.ts";
import { requireRoomForWordsOf } from "./center-import.service.ts";
import { requireCenter, type Owner } from "./wordbook-center.service.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "ids" | "outbound" | "peers" | "settings" | "wordTables"
>;

/** Words removed per transaction. */
const REMOVED_AT_ONCE = 250;

export interface SyncResult {
  wordbook: Wordbook;
  wordsAdded: number;
  wordsUpdated: number;
  wordsRemoved: number;
}

/**
 * Updates an imported book to the center's version.
 *
 * Only words created by the import are changed or removed, because words that were in the library
 * before belong to others as well. The book is changed in slices, and its version last, so the next
 * sync completes one that was interrupted.
 *
 * @throws AppError NOT_FOUND the book is not imported; WB_CENTER_ codes; UNAVAILABLE if another
 *   sync of the book has begun meanwhile
 */
export async function syncBook(
  needs: Needs,
  owner: Owner,
  id: string,
  order: ImportOrder = {},
): Promise<SyncResult> {
  const url = (await requireCenter(needs, owner)).book(id);
  await requireImport(needs.database, owner, url);
  return withBookOfId(needs, { url, id }, async (file) => {
    try {
      return await applyVersion(needs, await beginSync(needs, owner, url), file, order);
    } finally {
      forgetKnownWords(needs);
    }
  });
}

export type SyncForesight = Omit<SyncResult, "wordbook"> & {
  localVersion: string;
  remoteVersion: string;
};

/**
 * The changes that `syncBook` would make now. Changes nothing.
 *
 * @throws AppError NOT_FOUND the book is not imported; WB_CENTER_ codes
 */
export async function foreseeSync(needs: Needs, owner: Owner, id: string): Promise<SyncForesight> {
  const { database } = needs;
  const url = (await requireCenter(needs, owner)).book(id);
  const { wordbookId, version: localVersion } = await requireImport(database, owner, url);
  return withBookOfId(needs, { url, id }, async (file) => {
    const missing = await idsByText(database, wordbookId);
    let [wordsAdded, wordsUpdated] = [0, 0];
    for (const { kept, others } of slicesOf(file, missing)) {
      wordsUpdated += await countRevisions(database, await withKeptRecordings(database, kept));
      const { found, fresh } = await foreseeWords(database, others);
      const known = [...new Set([...kept.keys(), ...found])];
      const there = await listWordsInBook(database, wordbookId, known);
      wordsAdded += fresh + known.length - there.length;
      await takeTurns();
    }
    const changes = { wordsAdded, wordsUpdated, wordsRemoved: missing.size };
    return { localVersion, remoteVersion: file.version, ...changes };
  });
}

/** Marks the import as changed now, which ends a sync that began earlier. */
async function beginSync(needs: Needs, owner: Owner, source: string): Promise<BookImport> {
  return transact(needs.database, async (tx) => {
    const earlier = await requireImport(tx, owner, source);
    const importedAtMs = Math.max(needs.clock.nowMs(), earlier.importedAtMs + 1);
    const current = { ...earlier, importedAtMs };
    await saveImport(tx, current, earlier.importedAtMs);
    return current;
  });
}

async function applyVersion(
  needs: Needs,
  record: BookImport,
  file: CenterBookFile,
  order: ImportOrder,
): Promise<SyncResult> {
  const { database } = needs;
  await requireRoomForWordsOf(needs, record.userId, file);
  const missing = await idsByText(database, record.wordbookId);
  const slices = await storeSlices(needs, record, file, missing);
  const removed = [...missing.values()];
  await removeSlices(needs, record, removed);
  const { wordsAdded, wordsUpdated, wordsImported } = slices;
  const changes = { wordsAdded, wordsUpdated, wordsRemoved: removed.length };
  const wordbook = await transact(database, async (tx) => {
    const counts = { wordsImported, wordsSkipped: file.entryCount - wordsImported };
    const now = { ...record, ...counts, version: file.version };
    await saveImport(tx, now, record.importedAtMs);
    const { version: formerVersion } = record;
    await noteSynced(needs, tx, now, changes, { ...order, formerVersion });
    const [book] = await findWordbooks(tx, [record.wordbookId]);
    return book ?? refuse("NOT_FOUND", "This book was removed.");
  });
  return { wordbook, ...changes };
}

/**
 * Updates the words created by the import, and adds the others.
 *
 * @param missing  the words created by the import; words in the file are removed from it
 */
async function storeSlices(
  needs: Needs,
  record: BookImport,
  file: CenterBookFile,
  missing: Map<string, string>,
) {
  const total = { wordsAdded: 0, wordsUpdated: 0, wordsImported: 0 };
  for (const slice of slicesOf(file, missing)) {
    const stored = await transact(needs.database, (tx) => storeSlice(needs, tx, record, slice));
    total.wordsAdded += stored.added;
    total.wordsUpdated += stored.updated;
    total.wordsImported += stored.created + slice.kept.size;
    await takeTurns();
  }
  return total;
}

interface Slice {
  /** Words that the import has created, by id. */
  readonly kept: ReadonlyMap<string, WordDraft>;
  readonly others: readonly WordDraft[];
}

/** The words of a file, a few at a time, each text once. Removes them from `missing`. */
function* slicesOf(file: CenterBookFile, missing: Map<string, string>): Generator<Slice> {
  const seen = new Set<string>();
  for (const words of file.words()) {
    const kept = new Map<string, WordDraft>();
    const others: WordDraft[] = [];
    for (const draft of words.map((word) => toDraft(word, file))) {
      const textFolded = foldText(draft.text);
      if (seen.has(textFolded)) continue;
      seen.add(textFolded);
      const id = missing.get(textFolded);
      if (id === undefined) others.push(draft);
      else kept.set(id, draft);
      missing.delete(textFolded);
    }
    yield { kept, others };
  }
}

async function storeSlice(needs: Needs, tx: Database, record: BookImport, { kept, others }: Slice) {
  const { wordbookId, importedAtMs } = record;
  await saveImport(tx, record, importedAtMs);
  await lockLibrary(tx);
  const updated = await updateWords(needs, tx, await withKeptRecordings(tx, kept));
  const { idsByText, created } = await findOrCreateWords(needs, tx, others);
  await countAddedWords(needs, tx, record.userId, created.length);
  await insertImportedWords(tx, wordbookId, created);
  const ids = [...kept.keys(), ...idsByText.values()];
  const added = await addWordsToBook(tx, wordbookId, ids, importedAtMs);
  return { added, updated, created: created.length };
}

/** A recording that has been fetched is not replaced by the address from which it came. */
async function withKeptRecordings(
  db: Database,
  drafts: ReadonlyMap<string, WordDraft>,
): Promise<ReadonlyMap<string, WordDraft>> {
  const urls = [...drafts.values()].map(({ audioUrl }) => audioUrl);
  const kept = await keptRecordings(db, null, urls);
  return new Map(
    [...drafts].map(([id, draft]) => {
      const { audioUrl } = draft;
      return [id, { ...draft, audioUrl: kept.get(audioUrl ?? "") ?? audioUrl }];
    }),
  );
}

async function removeSlices(
  needs: Needs,
  record: BookImport,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += REMOVED_AT_ONCE) {
    const some = ids.slice(start, start + REMOVED_AT_ONCE);
    await transact(needs.database, async (tx) => {
      await saveImport(tx, record, record.importedAtMs);
      await lockLibrary(tx);
      await withdrawWords(needs, tx, record.wordbookId, some);
    });
    await takeTurns();
  }
}

/** The words created by the import, by their folded texts. */
async function idsByText(db: Database, wordbookId: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const words of importedWords(db, wordbookId)) {
    for (const { id, textFolded } of words) ids.set(textFolded, id);
  }
  return ids;
}
