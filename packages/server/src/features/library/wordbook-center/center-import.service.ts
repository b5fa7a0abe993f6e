import type { ImportResult } from "@wordloom/contract";
import { saysMeaning } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import {
  countDownload,
  requireCenterUrl,
  toDraft,
  withBook,
  withBookOfId,
  type CenterBookFile,
} from "./center-client.service.ts";
import {
  continueImport,
  discardFailedImport,
  insertImportedWords,
  openImport,
  showImportedBook,
  type ImportingBook,
} from "../library-imports/library-imports.service.ts";
import { addWordsToBook, requireRoomForBook } from "../wordbooks/wordbooks.service.ts";
import { noteImported, type ImportOrder } from "./center-audit.service.ts";
import {
  countAddedWords,
  findOrCreateWords,
  foldText,
  foreseeWords,
  requireRoomForWords,
} from "../words/words.service.ts";
import {
  recordImport,
  requireNewImport,
  updateImport,
  type BookImport,
} from "../library-imports/import-records.service.ts";
import { requireCenter, type Owner } from "./wordbook-center.service.ts";

type StoreNeeds = Pick<Deps, "clock" | "database" | "ids" | "log" | "peers" | "settings"> &
  Partial<Pick<Deps, "jobs">>;
type Needs = StoreNeeds & Pick<Deps, "outbound" | "wordTables">;

/** The stored part of a book file. */
type StoredFile = Omit<CenterBookFile, "entryCount" | "page">;

/** Limits of wordbooks. Books of a center may exceed them. */
const LIMITS = { name: 100, description: 1_000, tags: 50, tag: 64 } as const;

/** Imports a book of the center. @throws AppError WB_CENTER_ codes, UNAVAILABLE */
export async function importFromCenter(
  needs: Needs,
  owner: Owner,
  id: string,
  order: ImportOrder = {},
): Promise<ImportResult> {
  const url = (await requireCenter(needs, owner)).book(id);
  await requireNewImport(needs, owner, url);
  return withBookOfId(needs, { url, id }, async (file) => {
    await requireRoomForWordsOf(needs, owner, file);
    const result = await storeBook(needs, owner, url, file, order);
    countDownload(needs, url);
    return result;
  });
}

/** Imports a book file from anywhere on the web. @throws AppError WB_CENTER_ codes, UNAVAILABLE */
export async function importFromUrl(
  needs: Needs,
  owner: Owner,
  url: string,
): Promise<ImportResult> {
  const source = new URL(requireCenterUrl(needs, url.trim())).href;
  await requireNewImport(needs, owner, source);
  return withBook(needs, source, async (file) => {
    await requireRoomForWordsOf(needs, owner, file);
    const result = await storeBook(needs, owner, source, file);
    countDownload(needs, source);
    return result;
  });
}

/** Checks that the learner may add the words of a book today. @throws AppError NEW_WORDS_LIMIT */
export async function requireRoomForWordsOf(
  needs: Pick<Deps, "clock" | "database" | "settings">,
  owner: Owner,
  file: CenterBookFile,
): Promise<void> {
  const { database } = needs;
  await requireRoomForWords(needs, database, owner, {
    most: file.entryCount,
    async countNew() {
      let count = 0;
      for (const words of file.words()) {
        const drafts = words.map((word) => toDraft(word, file));
        count += (await foreseeWords(database, drafts)).fresh;
        await takeTurns();
      }
      return count;
    },
  });
}

/**
 * Stores a book file as a wordbook. Words already in the library are linked and count as skipped,
 * like blank, repeated and overlong ones.
 *
 * The words are stored in slices that let requests run in between. The book appears with the last
 * slice. An import that fails or is killed is removed later.
 *
 * @param source  the URL that identifies the book when it is imported again
 * @param order  the administrator who imports a system book
 * @throws AppError WB_CENTER_ALREADY_IMPORTED, also while it is being imported; NEW_WORDS_LIMIT;
 *   UNAVAILABLE if it was interrupted
 */
export async function storeBook(
  needs: StoreNeeds,
  owner: Owner,
  source: string,
  file: StoredFile,
  order: ImportOrder = {},
): Promise<ImportResult> {
  const startMs = needs.clock.monotonicMs();
  const { book, record } = await claimBook(needs, owner, source, file);
  try {
    const { wordCount, ...counts } = await storeWords(needs, book, record, file, order);
    const tookMs = Math.round(needs.clock.monotonicMs() - startMs);
    needs.log.info({ wordbookId: book.id, wordCount, ...counts, tookMs }, "wordbook imported");
    return { wordbook: { ...book, wordCount }, ...counts };
  } catch (cause) {
    await discardFailedImport(needs, book);
    throw cause;
  }
}

/** Creates the hidden book and the record that prevents others from importing it. */
async function claimBook(needs: StoreNeeds, owner: Owner, source: string, file: StoredFile) {
  return transact(needs.database, async (tx) => {
    if (owner !== null) await requireRoomForBook(needs, tx, owner);
    const book = await openImport(needs, tx, { ...describe(file), userId: owner });
    const record: BookImport = {
      wordbookId: book.id,
      userId: owner,
      remoteId: file.id,
      sourceUrl: source,
      version: file.version,
      wordsImported: 0,
      wordsSkipped: 0,
      importedAtMs: needs.clock.nowMs(),
    };
    await recordImport(tx, record);
    return { book, record };
  });
}

async function storeWords(
  needs: StoreNeeds,
  book: ImportingBook,
  record: BookImport,
  file: StoredFile,
  order: ImportOrder,
) {
  const total = { wordCount: 0, wordsImported: 0, wordsSkipped: 0 };
  const store = async (tx: Database, words: ReturnType<typeof toDraft>[]) => {
    await continueImport(needs, tx, book.id);
    const { idsByText, created } = await findOrCreateWords(needs, tx, words);
    await insertImportedWords(tx, book.id, created);
    const ids = [...idsByText.values()];
    const added = await addWordsToBook(tx, book.id, ids, record.importedAtMs);
    return { added, created: created.length };
  };
  const silent = new Set<string>();
  for (const words of file.words()) {
    const drafts = words.map((word) => toDraft(word, file));
    for (const { text, meaning } of drafts) if (!saysMeaning(meaning)) silent.add(foldText(text));
    const { added, created } = await transact(needs.database, async (tx) => {
      const stored = await store(tx, drafts);
      await saveCounts(tx, record, {
        wordsImported: total.wordsImported + stored.created,
        wordsSkipped: total.wordsSkipped + drafts.length - stored.created,
      });
      return stored;
    });
    total.wordCount += added;
    total.wordsImported += created;
    total.wordsSkipped += drafts.length - created;
    await takeTurns();
  }
  await transact(needs.database, async (tx) => {
    await continueImport(needs, tx, book.id);
    await countAddedWords(needs, tx, record.userId, total.wordsImported);
    await showImportedBook(tx, book);
    await noteImported(needs, tx, record, total, order);
  });
  silent.delete("");
  return { ...total, wordsWithoutMeaning: silent.size };
}

async function saveCounts(
  tx: Database,
  record: BookImport,
  counts: Pick<BookImport, "wordsImported" | "wordsSkipped">,
): Promise<void> {
  await updateImport(tx, { ...record, ...counts }, record.importedAtMs);
}

/** The name of a book within the limits of wordbooks. */
export function shortName(name: string): string {
  return shorten(name, LIMITS.name);
}

function describe(file: StoredFile) {
  return {
    name: shortName(file.name),
    description: shorten(file.description, LIMITS.description),
    tags: file.tags.slice(0, LIMITS.tags).map((tag) => shorten(tag, LIMITS.tag)),
    language: file.language,
    meaningLanguage: file.meaningLanguage,
  };
}

function shorten(text: string, max: number): string {
  return [...text.slice(0, 2 * max)].slice(0, max).join("");
}
