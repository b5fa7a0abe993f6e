import type { Wordbook } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { changedIn, writeAudit, type AuditEntry } from "../../accounts/audit/audit.service.ts";
import {
  addNotedWords,
  changeBook,
  createBook,
  findBookTags,
  holdBooks,
  listBookContents,
  lockBook,
  noteBookStep,
  removeNotedWords,
  requireBook,
  type BookChange,
  type BookDraft,
} from "./wordbooks.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids">;

/** Maximum number of tags of a book, and of characters of each. */
const BOOK_TAGS = { entries: 50, characters: 64 } as const;

/** Changes to the tags, applied in this order. */
export interface TagChange {
  readonly replace?: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** Creates an empty system book. */
export async function createSystemBook(
  needs: Needs,
  by: Admin,
  draft: Pick<BookDraft, "name" | "description" | "language" | "meaningLanguage">,
): Promise<Wordbook> {
  return transact(needs.database, async (tx) => {
    const book = await createBook(needs, tx, { ...draft, tags: [], userId: null });
    const detail = `Created as ${book.name}`;
    await noteBookStep(needs, tx, { bookId: book.id, actor: by, action: "created", detail });
    const after = await statesOf(tx, book.id);
    const metadata = { name: book.name };
    await auditBook(needs, tx, { action: "wordbook.create", by, bookId: book.id, metadata, after });
    return { ...book, wordCount: 0 };
  });
}

/** Changes a system book. Absent fields keep their value. @throws AppError NOT_FOUND, FORBIDDEN */
export async function changeSystemBook(
  needs: Needs,
  by: Admin,
  bookId: string,
  change: BookChange,
): Promise<Wordbook> {
  return transact(needs.database, async (tx) => {
    await lockSystemBook(tx, bookId);
    if (change.tags !== undefined) await noteTags(needs, tx, by, bookId, change.tags);
    const before = await statesOf(tx, bookId);
    const book = await changeBook(needs, tx, by, bookId, change);
    const states = changedIn(before, await statesOf(tx, bookId));
    const metadata = { fields: Object.keys(change) };
    await auditBook(needs, tx, { action: "wordbook.update", by, bookId, metadata, ...states });
    return book;
  });
}

/**
 * Changes the tags of a system book.
 *
 * @returns its tags afterwards
 * @throws AppError NOT_FOUND, FORBIDDEN; VALIDATION_ERROR if there are too many
 */
export async function changeBookTags(
  needs: Needs,
  by: Admin,
  bookId: string,
  { replace, add = [], remove = [] }: TagChange,
): Promise<string[]> {
  return transact(needs.database, async (tx) => {
    await lockSystemBook(tx, bookId);
    const removed = new Set(remove);
    const former = (await findBookTags(tx, bookId)) ?? [];
    const tags = [...new Set([...(replace ?? former), ...add])].filter((tag) => !removed.has(tag));
    if (tags.length > BOOK_TAGS.entries) {
      refuse("VALIDATION_ERROR", `A wordbook may have at most ${BOOK_TAGS.entries} tags.`);
    }
    await noteTags(needs, tx, by, bookId, tags);
    await changeBook(needs, tx, by, bookId, { tags });
    const states = { before: { tags: former }, after: { tags } };
    const metadata = { tags };
    await auditBook(needs, tx, { action: "wordbook_center.tags", by, bookId, metadata, ...states });
    return tags;
  });
}

/** Adds words to a system book. @returns number of words added @throws NOT_FOUND, FORBIDDEN */
export async function addSystemBookWords(
  needs: Needs,
  by: Admin,
  bookId: string,
  wordIds: readonly string[],
): Promise<number> {
  return transact(needs.database, async (tx) => {
    await holdBooks(tx, [bookId]);
    await requireSystemBook(tx, bookId);
    const added = await addNotedWords(needs, tx, by, bookId, wordIds);
    const after = await countsOf(tx, bookId);
    const before = { wordCount: after.wordCount - added };
    await auditBook(needs, tx, {
      action: "wordbook.add_words",
      by,
      bookId,
      before,
      after,
      metadata: { added },
    });
    return added;
  });
}

/** Removes words from a system book. They stay in the library. @returns how many were in it */
export async function removeSystemBookWords(
  needs: Needs,
  by: Admin,
  bookId: string,
  wordIds: readonly string[],
): Promise<number> {
  return transact(needs.database, async (tx) => {
    await holdBooks(tx, [bookId]);
    await requireSystemBook(tx, bookId);
    const removed = await removeNotedWords(needs, tx, by, bookId, wordIds);
    const after = await countsOf(tx, bookId);
    const before = { wordCount: after.wordCount + removed };
    await auditBook(needs, tx, {
      action: "wordbook.remove_words",
      by,
      bookId,
      before,
      after,
      metadata: { removed },
    });
    return removed;
  });
}

/** Locks a system book until the end of the transaction. @throws AppError NOT_FOUND, FORBIDDEN */
export async function lockSystemBook(tx: Database, bookId: string): Promise<void> {
  await lockBook(tx, bookId);
  await requireSystemBook(tx, bookId);
}

/**
 * Administrators may read learners' books, but not change them.
 *
 * @throws AppError NOT_FOUND; FORBIDDEN for learners' books
 */
export async function requireSystemBook(db: Database, bookId: string): Promise<void> {
  const book = await requireBook(db, bookId);
  if (book.type !== "system") refuse("FORBIDDEN", "Only its learner can change this wordbook.");
}

async function noteTags(
  needs: Needs,
  tx: Database,
  by: Admin,
  bookId: string,
  tags: readonly string[],
): Promise<void> {
  const detail = tags.length === 0 ? "No tags" : tags.join(", ");
  await noteBookStep(needs, tx, { bookId, actor: by, action: "tags", detail });
}

/** What the audit log keeps of a system book that is being deleted. */
export async function auditedBook(tx: Database, bookId: string) {
  const { name } = await requireBook(tx, bookId);
  return { name, states: { ...(await statesOf(tx, bookId)), ...(await countsOf(tx, bookId)) } };
}

async function countsOf(tx: Database, bookId: string) {
  const content = (await listBookContents(tx, [bookId])).get(bookId);
  return { wordCount: content?.words ?? 0 };
}

/** The fields of a book that administrators change. */
async function statesOf(tx: Database, bookId: string) {
  const { name, description, language, meaningLanguage } = await requireBook(tx, bookId);
  const tags = await findBookTags(tx, bookId);
  return { name, description, tags, language, meaningLanguage };
}

/** Writes an entry about a book of the library, with its name. */
export async function auditBook(
  { clock }: Pick<Deps, "clock">,
  tx: Database,
  { bookId, ...entry }: Omit<AuditEntry, "atMs"> & { readonly bookId: string },
): Promise<void> {
  const { name } = await requireBook(tx, bookId);
  const target = { type: "wordbook", id: bookId, name } as const;
  await writeAudit(tx, { ...entry, atMs: clock.nowMs(), target });
}
