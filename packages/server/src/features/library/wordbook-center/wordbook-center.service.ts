import type { CenterBook, CenterBookEntry, CenterWord, Page } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import {
  centerAddress,
  fetchIndex,
  requireCenterUrl,
  withBookOfId,
  type CenterAddress,
} from "./center-client.service.ts";
import { listImports, type BookImport } from "../library-imports/import-records.service.ts";
import { findOwnCenterUrl, saveOwnCenterUrl } from "./wordbook-center.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "outbound" | "settings">;

/** Owner of books: a learner's id, or null for system books. */
export type Owner = string | null;

export interface CenterUpdate {
  remoteId: string;
  name: string;
  localVersion: string;
  remoteVersion: string;
  localWordbookId: string;
}

/** The effective center: the learner's own, else the operator's, else null. */
export async function readCenterUrl(needs: Needs, owner: Owner): Promise<string | null> {
  const own = owner === null ? undefined : await findOwnCenterUrl(needs.database, owner);
  return own ?? ((await readSystemSettings(needs)).wordbook_center_url.trim() || null);
}

/**
 * Sets a learner's own center. null returns to the operator's.
 *
 * @returns the effective center afterwards
 * @throws AppError WB_CENTER_INVALID_URL
 */
export async function changeCenterUrl(
  needs: Needs,
  learner: Learner,
  url: string | null,
): Promise<string | null> {
  const checked = url === null ? null : requireCenterUrl(needs, url.trim());
  await saveOwnCenterUrl(needs.database, learner.id, checked);
  return readCenterUrl(needs, learner.id);
}

/** @throws AppError WB_CENTER_NOT_CONFIGURED, WB_CENTER_INVALID_URL */
export async function requireCenter(needs: Needs, owner: Owner): Promise<CenterAddress> {
  const url = (await readCenterUrl(needs, owner)) ?? refuse("WB_CENTER_NOT_CONFIGURED");
  return centerAddress(requireCenterUrl(needs, url));
}

/** The center's books, each with the owner's import of it. @throws AppError WB_CENTER_ codes */
export async function browseCenter(needs: Needs, owner: Owner): Promise<CenterBookEntry[]> {
  const { books, importOf } = await compareWithCenter(needs, owner);
  return books.map((book) => {
    const local = importOf(book);
    return {
      ...book,
      imported: local !== undefined,
      localWordbookId: local?.wordbookId ?? null,
      localVersion: local?.version ?? null,
      hasUpdate: local !== undefined && hasOtherVersion(book, local),
    };
  });
}

/** Imported books with another version in the center. @throws AppError WB_CENTER_ codes */
export async function listUpdates(needs: Needs, owner: Owner): Promise<CenterUpdate[]> {
  const { books, importOf } = await compareWithCenter(needs, owner);
  return books.flatMap((book) => {
    const local = importOf(book);
    if (local === undefined || !hasOtherVersion(book, local)) return [];
    return {
      remoteId: book.id,
      name: book.name,
      localVersion: local.version,
      remoteVersion: book.version,
      localWordbookId: local.wordbookId,
    };
  });
}

/** A book of the center with a page of its words. @throws AppError WB_CENTER_ codes */
export async function previewBook(
  needs: Needs,
  owner: Owner,
  id: string,
  query: PageQuery,
): Promise<CenterBook & { words: Page<CenterWord> }> {
  const url = (await requireCenter(needs, owner)).book(id);
  const window = pageWindow(query, needs.settings);
  return withBookOfId(needs, { url, id }, async ({ words: _, page, entryCount, ...book }) => ({
    ...book,
    words: toPage(await page(window.offset, window.perPage), entryCount, window),
  }));
}

async function compareWithCenter(needs: Needs, owner: Owner) {
  const center = await requireCenter(needs, owner);
  const books = await fetchIndex(needs, center.index);
  const imports = await listImports(needs.database, owner);
  const bySource = new Map(imports.map((bookImport) => [bookImport.sourceUrl, bookImport]));
  return { books, importOf: (book: CenterBook) => bySource.get(center.book(book.id)) };
}

/** Versions are names, not numbers, so any other version is an update. */
function hasOtherVersion(book: CenterBook, local: BookImport): boolean {
  return book.version !== "" && book.version !== local.version;
}
