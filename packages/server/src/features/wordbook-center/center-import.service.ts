import type { ImportResult } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transaction.ts";
import { addWordsToBook, createBook } from "../wordbooks/wordbooks.service.ts";
import { findOrCreateWords } from "../words/words.service.ts";
import {
  countDownload,
  fetchBook,
  fetchBookById,
  requireCenterUrl,
} from "./center-client.service.ts";
import { toDraft, type CenterBookFile } from "./center-format.ts";
import { findImport, insertImport, insertImportedWords } from "./wordbook-center.repo.ts";
import { requireCenter, type Owner } from "./wordbook-center.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "outbound" | "settings">;

/** Limits of wordbooks; books of a center may exceed them. */
const LIMITS = { name: 100, description: 1_000, tags: 50, tag: 64 } as const;

/** Imports a book of the center. @throws AppError WB_CENTER_ codes */
export async function importFromCenter(
  needs: Needs,
  owner: Owner,
  id: string,
): Promise<ImportResult> {
  const source = (await requireCenter(needs, owner)).book(id);
  await requireNew(needs, owner, source);
  return storeAndCount(needs, owner, source, await fetchBookById(needs, source, id));
}

/** Imports one book file from anywhere on the web. @throws AppError WB_CENTER_ codes */
export async function importFromUrl(
  needs: Needs,
  owner: Owner,
  url: string,
): Promise<ImportResult> {
  const source = new URL(requireCenterUrl(needs, url.trim())).href;
  await requireNew(needs, owner, source);
  return storeAndCount(needs, owner, source, await fetchBook(needs, source));
}

async function storeAndCount(needs: Needs, owner: Owner, source: string, file: CenterBookFile) {
  const result = await storeBook(needs, owner, source, file);
  countDownload(needs, source);
  return result;
}

/**
 * Stores a book file as a wordbook, all or nothing. Words already in the library are linked and
 * count as skipped, like blank, repeated and overlong ones.
 *
 * @param source  the URL that identifies the book when it is imported again
 * @throws AppError WB_CENTER_ALREADY_IMPORTED
 */
export async function storeBook(
  needs: Pick<Deps, "clock" | "database" | "ids">,
  owner: Owner,
  source: string,
  file: CenterBookFile,
): Promise<ImportResult> {
  const drafts = file.words.map((word) => toDraft(word, file.id));
  return transact(needs.database, async (tx) => {
    const book = await createBook(needs, tx, { ...describe(file), userId: owner });
    const { idsByText, created } = await findOrCreateWords(needs, tx, drafts);
    const wordsImported = created.length;
    const wordsSkipped = drafts.length - wordsImported;
    const importedAtMs = needs.clock.nowMs();
    const isNew = await insertImport(tx, {
      wordbookId: book.id,
      userId: owner,
      remoteId: file.id,
      sourceUrl: source,
      version: file.version,
      wordsImported,
      wordsSkipped,
      importedAtMs,
    });
    if (!isNew) refuse("WB_CENTER_ALREADY_IMPORTED");

    await insertImportedWords(tx, book.id, created);
    await addWordsToBook(tx, book.id, [...idsByText.values()], importedAtMs);
    return { wordbook: { ...book, wordCount: idsByText.size }, wordsImported, wordsSkipped };
  });
}

async function requireNew(needs: Pick<Deps, "database">, owner: Owner, source: string) {
  const earlier = await findImport(needs.database, owner, source);
  if (earlier !== undefined) refuse("WB_CENTER_ALREADY_IMPORTED");
}

function describe(file: CenterBookFile) {
  return {
    name: shorten(file.name, LIMITS.name),
    description: shorten(file.description, LIMITS.description),
    tags: file.tags.slice(0, LIMITS.tags).map((tag) => shorten(tag, LIMITS.tag)),
  };
}

function shorten(text: string, max: number): string {
  return [...text].slice(0, max).join("");
}
