import type { CenterBook, CenterBookEntry, CenterWord, Page } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import { pageWindow, toPage, type PageQuery } from "../../platform/page.ts";
import { readSystemSettings } from "../system-settings/system-settings.service.ts";
import { centerAddress, type CenterAddress } from "./center-address.ts";
import { fetchBookById, fetchIndex, requireCenterUrl } from "./center-client.service.ts";
import {
  findOwnCenterUrl,
  listImports,
  saveOwnCenterUrl,
  type BookImport,
} from "./wordbook-center.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "outbound" | "settings">;

/** Whose books: a learner's id, or null for those of the system. */
export type Owner = string | null;

export interface CenterUpdate {
  remoteId: string;
  name: string;
  localVersion: string;
  remoteVersion: string;
  localWordbookId: string;
}

/** The center in force: the learner's own, else the operator's, else none. */
export async function readCenterUrl(needs: Needs, owner: Owner): Promise<string | null> {
  const own = owner === null ? undefined : await findOwnCenterUrl(needs.database, owner);
  return own ?? ((await readSystemSettings(needs)).wordbook_center_url.trim() || null);
}

/**
 * Sets a learner's own center; null goes back to the operator's.
 *
 * @returns the center then in force
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

/** The center's books, each with what the owner has of it. @throws AppError WB_CENTER_ codes */
export async function browseCenter(needs: Needs, owner: Owner): Promise<CenterBookEntry[]> {
  const { books, importOf } = await compareWithCenter(needs, owner);
  return books.map((book) => {
    const local = importOf(book);
    return {
      ...book,
      imported: local !== undefined,
      localWordbookId: local?.wordbookId ?? null,
      localVersion: local?.version ?? null,
      hasUpdate: local !== undefined && isNewer(book, local),
    };
  });
}

/** Imported books of which the center has another version. @throws AppError WB_CENTER_ codes */
export async function listUpdates(needs: Needs, owner: Owner): Promise<CenterUpdate[]> {
  const { books, importOf } = await compareWithCenter(needs, owner);
  return books.flatMap((book) => {
    const local = importOf(book);
    if (local === undefined || !isNewer(book, local)) return [];
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
  const center = await requireCenter(needs, owner);
  const { words, ...book } = await fetchBookById(needs, center.book(id), id);
  const window = pageWindow(query, needs.settings);
  const part = words.slice(window.offset, window.offset + window.perPage);
  return { ...book, words: toPage(part, words.length, window) };
}

async function compareWithCenter(needs: Needs, owner: Owner) {
  const center = await requireCenter(needs, owner);
  const books = await fetchIndex(needs, center.index);
  const imports = await listImports(needs.database, owner);
  const bySource = new Map(imports.map((made) => [made.sourceUrl, made]));
  return { books, importOf: (book: CenterBook) => bySource.get(center.book(book.id)) };
}

/** Versions are names, not numbers: another one is an update. */
function isNewer(book: CenterBook, local: BookImport): boolean {
  return book.version !== "" && book.version !== local.version;
}
