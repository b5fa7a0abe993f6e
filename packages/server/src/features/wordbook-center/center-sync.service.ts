import type { Wordbook, WordDraft } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../platform/app-error.ts";
import type { Database } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import {
  addWordsToBook,
  findWordbooks,
  removeWordsFromBook,
} from "../wordbooks/wordbooks.service.ts";
import {
  dropUnusedWords,
  foldText,
  forgetKnownWords,
  lockLibrary,
  updateWords,
  findOrCreateWords,
  type CreatedWord,
} from "../words/words.service.ts";
import { fetchBookById } from "./center-client.service.ts";
import { toDraft, type CenterBookFile } from "./center-format.ts";
import {
  findImport,
  insertImportedWords,
  listImportedWords,
  removeImportedWords,
  updateImport,
  type BookImport,
} from "./wordbook-center.repo.ts";
import { requireCenter, type Owner } from "./wordbook-center.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "outbound" | "peers" | "settings">;

export interface SyncResult {
  wordbook: Wordbook;
  wordsAdded: number;
  wordsUpdated: number;
  wordsRemoved: number;
}

/**
 * Updates an imported book to the center's version.
 *
 * Only words created by the import are changed or removed; words that were in the library before
 * belong to others as well.
 *
 * @throws AppError NOT_FOUND the book is not imported; WB_CENTER_ codes
 */
export async function syncBook(needs: Needs, owner: Owner, id: string): Promise<SyncResult> {
  const source = (await requireCenter(needs, owner)).book(id);
  await requireImport(needs.database, owner, source);
  const file = await fetchBookById(needs, source, id);
  const result = await transact(needs.database, async (tx) => {
    await lockLibrary(tx);
    const earlier = await requireImport(tx, owner, source);
    return applyVersion(needs, tx, earlier, file);
  });
  forgetKnownWords(needs);
  return result;
}

async function applyVersion(
  needs: Pick<Deps, "clock" | "ids">,
  tx: Database,
  earlier: BookImport,
  file: CenterBookFile,
): Promise<SyncResult> {
  const { wordbookId } = earlier;
  const atMs = needs.clock.nowMs();
  const drafts = file.words.map((word) => toDraft(word, file.id));
  const { kept, removed, others } = compare(await listImportedWords(tx, wordbookId), drafts);

  const wordsUpdated = await updateWords(needs, tx, kept);
  const { idsByText, created } = await findOrCreateWords(needs, tx, others);
  await insertImportedWords(tx, wordbookId, created);
  const wordIds = [...kept.keys(), ...idsByText.values()];
  const wordsAdded = await addWordsToBook(tx, wordbookId, wordIds, atMs);
  await removeWords(needs, tx, wordbookId, removed);

  const wordsImported = kept.size + created.length;
  const wordsSkipped = drafts.length - wordsImported;
  const { version } = file;
  await updateImport(tx, { ...earlier, version, wordsImported, wordsSkipped, importedAtMs: atMs });
  const [wordbook] = await findWordbooks(tx, [wordbookId]);
  if (wordbook === undefined) throw new Error(`wordbook ${wordbookId} was removed during its sync`);
  return { wordbook, wordsAdded, wordsUpdated, wordsRemoved: removed.length };
}

/**
 * Splits the words into those still in the center, those removed there, and the center's other
 * words.
 */
function compare(imported: readonly CreatedWord[], drafts: readonly WordDraft[]) {
  const remote = new Map<string, WordDraft>();
  for (const draft of drafts) {
    const textFolded = foldText(draft.text.trim());
    if (!remote.has(textFolded)) remote.set(textFolded, draft);
  }
  const kept = new Map<string, WordDraft>();
  const removed: string[] = [];
  for (const { id, textFolded } of imported) {
    const draft = remote.get(textFolded);
    if (draft === undefined) removed.push(id);
    else kept.set(id, draft);
    remote.delete(textFolded);
  }
  return { kept, removed, others: [...remote.values()] };
}

/**
 * Removes words from the book, and from the library if nothing else refers to them: words that a
 * learner has learned, noted or put into another book stay.
 */
async function removeWords(
  needs: Pick<Deps, "clock">,
  tx: Database,
  wordbookId: string,
  ids: readonly string[],
): Promise<void> {
  await removeWordsFromBook(tx, wordbookId, ids);
  await removeImportedWords(tx, wordbookId, ids);
  await dropUnusedWords(needs, tx, ids);
}

async function requireImport(db: Database, owner: Owner, source: string): Promise<BookImport> {
  return (await findImport(db, owner, source)) ?? refuse("NOT_FOUND", "This book is not imported.");
}
