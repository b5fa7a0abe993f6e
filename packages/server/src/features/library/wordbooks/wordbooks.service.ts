import type { Page, Wordbook, WordPublic } from "@wordloom/contract";
import { isOfLanguage } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { refuseOver } from "../../../platform/basics/over-limit.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { readerOf } from "../words/seen-words.ts";
import { listWordsById } from "../words/words.service.ts";
import { noteBookStep } from "./book-history.service.ts";
import {
  countBooksOf,
  holdBooks,
  insertBookEntries,
  insertWordbook,
  listBookContents,
  listBookWordIds,
  listWordbookRows,
  listWordbooksOf,
  lockBook,
  nextPosition,
  removeBookEntries,
  updateWordbook,
  type BookContent,
  type UncountedWordbook,
} from "./wordbooks.repo.ts";

export {
  discardBook,
  discardImport,
  discardSilentImports,
  listDiscarded,
  removeImportBook,
  showBook,
  touchImport,
} from "./importing-books.repo.ts";
export { noteBookPart, noteBookStep, removeBookHistory } from "./book-history.service.ts";
export type { BookActor } from "./book-history.service.ts";
export {
  arrangeBook,
  findBookTags,
  holdBooks,
  listBookContents,
  listBookIds,
  listPlacesAfter,
  listWordsInBook,
  lockBook,
  removeBookEntries as removeWordsFromBook,
  replaceDescriptions,
  type BookPlace,
} from "./wordbooks.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids">;

/** A book to be created. Without an owner it is a system book. */
export interface BookDraft {
  /** Known to be free; default: a new one. */
  readonly id?: string;
  /** Default: now. */
  readonly createdAtMs?: number;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly userId: string | null;
  /** Not shown to anyone until its import is complete (see library-imports). */
  readonly isImporting?: boolean;
  readonly language?: string | null;
  readonly meaningLanguage?: string | null;
}

/**
 * System books, newest first, with those tagged with the reader's language before the others.
 *
 * @param language  such as `zh`; without it no book comes first
 * @param learned  lists starter books of these languages only, so that a dozen books for learners
 *   of other languages are in nobody's way; `zh` includes `zh-Hans`; without it all
 */
export async function listSystemBooks(
  db: Database,
  language?: string,
  learned?: readonly string[],
): Promise<Wordbook[]> {
  const isLearned = (tag: string) => learned?.some((one) => isOfLanguage(tag, one)) ?? true;
  // The English starter books of earlier versions have no language.
  const isListed = (tags: readonly string[], taught: string | null) =>
    !tags.includes("starter") || isLearned(taught ?? "en");
  return withCounts(db, await listWordbooksOf(db, null, language, isListed));
}

/** Books created or imported by the learner, newest first. */
export async function listOwnBooks(
  db: Database,
  learner: Pick<Learner, "id">,
): Promise<Wordbook[]> {
  return withCounts(db, await listWordbooksOf(db, learner.id));
}

/** The given books that exist, in no particular order. */
export async function findWordbooks(db: Database, ids: readonly string[]): Promise<Wordbook[]> {
  return withCounts(db, await listWordbookRows(db, ids));
}

/** Creates a book of the learner. @throws AppError WORDBOOK_LIMIT */
export async function createOwnBook(
  needs: Needs & Pick<Deps, "settings">,
  learner: Learner,
  draft: { name: string; description: string },
): Promise<Wordbook> {
  const book = await transact(needs.database, (tx) => addOwnBook(needs, tx, learner, draft));
  return { ...book, wordCount: 0 };
}

/** Like `createOwnBook`, inside the caller's transaction. @throws AppError WORDBOOK_LIMIT */
export async function addOwnBook(
  needs: Pick<Deps, "clock" | "ids" | "settings">,
  tx: Database,
  learner: Learner,
  draft: { name: string; description: string },
): Promise<UncountedWordbook> {
  await requireRoomForBook(needs, tx, learner.id);
  const book = await createBook(needs, tx, { ...draft, tags: [], userId: learner.id });
  const detail = `Created as ${book.name}`;
  await noteBookStep(needs, tx, { bookId: book.id, actor: learner, action: "created", detail });
  return book;
}

/**
 * Checks whether a learner may have one more book, until the end of the transaction.
 *
 * @throws AppError WORDBOOK_LIMIT
 */
export async function requireRoomForBook(
  { settings }: Pick<Deps, "settings">,
  tx: Database,
  userId: string,
): Promise<void> {
  await takeNamedLock(tx, `books of ${userId}`);
  const limit = settings.LIMITS_MAX_OWN_WORDBOOKS;
  const used = await countBooksOf(tx, userId);
  if (used >= limit) refuseOver("WORDBOOK_LIMIT", { unit: "lists", limit, used });
}

/** Stores a new, empty book, inside the caller's transaction. */
export async function createBook(
  needs: Pick<Deps, "clock" | "ids">,
  tx: Database,
  draft: BookDraft,
): Promise<UncountedWordbook> {
  const atMs = needs.clock.nowMs();
  return insertWordbook(tx, {
    id: draft.id ?? needs.ids.next(),
    name: draft.name,
    description: draft.description,
    type: draft.isImporting === true ? "importing" : typeOf(draft.userId),
    user_id: draft.userId,
    tags_json: JSON.stringify(draft.tags),
    created_at_ms: draft.createdAtMs ?? atMs,
    updated_at_ms: atMs,
    language: draft.language ?? null,
    meaning_language: draft.meaningLanguage ?? null,
  });
}

/** The type of a shown book, by its owner. */
export function typeOf(userId: string | null): Wordbook["type"] {
  return userId === null ? "system" : "user";
}

/**
 * A system book, one of the reader's own or, for administrators, any.
 *
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function readBook(
  db: Database,
  reader: Learner | Admin,
  bookId: string,
): Promise<Wordbook> {
  const book =
    reader.kind === "admin"
      ? await requireBook(db, bookId)
      : await requireReadable(db, reader, bookId);
  return withCount(db, book);
}

/**
 * Changes the learner's own book. Absent fields keep their value.
 *
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function changeOwnBook(
  needs: Needs,
  learner: Learner,
  bookId: string,
  change: { readonly name?: string; readonly description?: string },
): Promise<Wordbook> {
  return transact(needs.database, async (tx) => {
    await lockOwnBook(tx, learner, bookId);
    return changeBook(needs, tx, learner, bookId, change);
  });
}

/** Changeable fields of a book. Absent fields keep their value. */
export interface BookChange {
  readonly name?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** null: that of its words. */
  readonly language?: string | null;
  readonly meaningLanguage?: string | null;
}

/** Changes a book that the caller has locked, and records a new name in its history. */
export async function changeBook(
  needs: Pick<Deps, "clock" | "ids">,
  tx: Database,
  actor: Learner | Admin,
  bookId: string,
  { tags, meaningLanguage, ...change }: BookChange,
): Promise<Wordbook> {
  const before = await requireBook(tx, bookId);
  const book = await updateWordbook(tx, bookId, {
    ...change,
    updated_at_ms: needs.clock.nowMs(),
    ...(tags && { tags_json: JSON.stringify(tags) }),
    ...(meaningLanguage !== undefined && { meaning_language: meaningLanguage }),
  });
  if (book === undefined) return refuse("NOT_FOUND", "No such wordbook.");
  if (book.name !== before.name) {
    const detail = `Renamed from ${before.name} to ${book.name}`;
    await noteBookStep(needs, tx, { bookId, actor, action: "renamed", detail });
  }
  return withCount(tx, book);
}

/**
 * Locks a book of the learner against changes until the end of the transaction.
 *
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function lockOwnBook(tx: Database, learner: Learner, bookId: string): Promise<void> {
  await lockBook(tx, bookId);
  await requireOwnBook(tx, learner, bookId);
}

/**
 * A page of the words of a system book or the reader's own, in the order of the book.
 *
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function listBookWords(
  needs: Pick<Deps, "database" | "settings">,
  reader: Learner | Admin,
  bookId: string,
  query: PageQuery,
): Promise<Page<WordPublic>> {
  const { database } = needs;
  await requireReadable(database, reader, bookId);
  const window = pageWindow(query, needs.settings);
  const ids = await listBookWordIds(database, bookId, window);
  const words = await listWordsById(database, readerOf(reader), ids);
  const contents = await listBookContents(database, [bookId]);
  return toPage(words, contents.get(bookId)?.words ?? 0, window);
}

/** Adds words to the learner's own book. @returns number of words added */
export async function addOwnBookWords(
  needs: Needs,
  learner: Learner,
  bookId: string,
  wordIds: readonly string[],
): Promise<number> {
  return transact(needs.database, async (tx) => {
    await holdBooks(tx, [bookId]);
    await requireOwnBook(tx, learner, bookId);
    return addNotedWords(needs, tx, learner, bookId, wordIds);
  });
}

/**
 * Adds words at the end of a book, and records it in the history. @returns number of new entries
 */
export async function addNotedWords(
  needs: Pick<Deps, "clock" | "ids">,
  tx: Database,
  actor: Learner | Admin,
  bookId: string,
  wordIds: readonly string[],
): Promise<number> {
  const count = await addWordsToBook(tx, bookId, wordIds, needs.clock.nowMs());
  const step = { bookId, actor, action: "words_added", count, detail: "Words added" } as const;
  if (count > 0) await noteBookStep(needs, tx, step);
  return count;
}

/** Removes words from a book, and records it in the history. @returns number of entries removed */
export async function removeNotedWords(
  needs: Pick<Deps, "clock" | "ids">,
  tx: Database,
  actor: Learner | Admin,
  bookId: string,
  wordIds: readonly string[],
): Promise<number> {
  const count = await removeBookEntries(tx, bookId, wordIds);
  const step = { bookId, actor, action: "words_removed", count, detail: "Words removed" } as const;
  if (count > 0) await noteBookStep(needs, tx, step);
  return count;
}

/**
 * Adds words at the end of a book, in the given order, inside the caller's transaction. Words
 * already in the book keep their position. Does not check whether words exist.
 *
 * @returns number of new entries
 */
export async function addWordsToBook(
  tx: Database,
  bookId: string,
  wordIds: readonly string[],
  atMs: number,
): Promise<number> {
  const start = await nextPosition(tx, bookId);
  const entries = [...new Set(wordIds)].map((wordId, index) => ({
    bookId,
    wordId,
    position: start + index,
    atMs,
  }));
  return insertBookEntries(tx, entries);
}

/** Removes a word from the learner's own book. Does nothing if the word is not in it. */
export async function removeOwnBookWord(
  needs: Needs,
  learner: Learner,
  bookId: string,
  wordId: string,
): Promise<void> {
  await transact(needs.database, async (tx) => {
    await holdBooks(tx, [bookId]);
    await requireOwnBook(tx, learner, bookId);
    await removeNotedWords(needs, tx, learner, bookId, [wordId]);
  });
}

/** @throws AppError NOT_FOUND; FORBIDDEN for system books and other learners' books */
export async function requireOwnBook(
  db: Database,
  learner: Learner,
  bookId: string,
): Promise<void> {
  const book = await requireBook(db, bookId);
  if (book.userId !== learner.id) refuse("FORBIDDEN");
}

/** @throws AppError NOT_FOUND; FORBIDDEN for other learners' books */
async function requireReadable(
  db: Database,
  reader: Learner | Admin,
  bookId: string,
): Promise<UncountedWordbook> {
  const book = await requireBook(db, bookId);
  if (book.type === "user" && book.userId !== reader.id) refuse("FORBIDDEN");
  return book;
}

export async function requireBook(db: Database, bookId: string): Promise<UncountedWordbook> {
  const [book] = await listWordbookRows(db, [bookId]);
  return book ?? refuse("NOT_FOUND", "No such wordbook.");
}

async function withCount(db: Database, book: UncountedWordbook): Promise<Wordbook> {
  const contents = await listBookContents(db, [book.id]);
  return withContent(book, contents.get(book.id));
}

async function withCounts(db: Database, books: readonly UncountedWordbook[]): Promise<Wordbook[]> {
  if (books.length === 0) return [];
  const ids = books.map((book) => book.id);
  const contents = await listBookContents(db, ids);
  return books.map((book) => withContent(book, contents.get(book.id)));
}

/** A book with the number of its words, and their languages unless others have been set. */
export function withContent<B extends UncountedWordbook>(
  book: B,
  content: BookContent | undefined,
): B & Wordbook {
  return {
    ...book,
    wordCount: content?.words ?? 0,
    language: book.language ?? content?.language ?? null,
    meaningLanguage: book.meaningLanguage ?? content?.meaningLanguage ?? null,
  };
}
