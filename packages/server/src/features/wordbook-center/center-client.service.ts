import type { CenterBook } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../platform/app-error.ts";
import { refuseFault, type FaultCodes } from "../../platform/outbound/outbound.ts";
import { downloadCounter } from "./center-address.ts";
import { parseBookFile, parseIndex, type CenterBookFile } from "./center-format.ts";

type Needs = Pick<Deps, "outbound" | "settings">;

const LIMITS = { maxBytes: 50 * 1024 * 1024, timeoutMs: 30_000 } as const;

const CODES = {
  invalid_url: "WB_CENTER_INVALID_URL",
  refused: "WB_CENTER_INVALID_URL",
  failed: "WB_CENTER_FETCH_FAILED",
  too_large: "WB_CENTER_TOO_LARGE",
  read_failed: "WB_CENTER_READ_FAILED",
} as const satisfies FaultCodes;

/** Checks the URL of a center or a book. @throws AppError WB_CENTER_INVALID_URL */
export function requireCenterUrl(needs: Needs, url: string): string {
  try {
    needs.outbound.check(url, reach(needs));
    return url;
  } catch (cause) {
    return refuseFault(cause, CODES);
  }
}

/** @throws AppError WB_CENTER_ codes */
export async function fetchIndex(needs: Needs, url: string): Promise<CenterBook[]> {
  return parseIndex(await fetchBytes(needs, url)) ?? refuse("WB_CENTER_PARSE_FAILED");
}

/** @throws AppError WB_CENTER_ codes */
export async function fetchBook(needs: Needs, url: string): Promise<CenterBookFile> {
  return parseBookFile(await fetchBytes(needs, url)) ?? refuse("WB_CENTER_PARSE_FAILED");
}

/** The book with this id. @throws AppError WB_CENTER_ codes */
export async function fetchBookById(
  needs: Needs,
  url: string,
  id: string,
): Promise<CenterBookFile> {
  const book = await fetchBook(needs, url);
  if (book.id !== id) refuse("WB_CENTER_ID_MISMATCH");
  return book;
}

/** Notifies the center of a download, without waiting for the reply. */
export function countDownload(needs: Needs, bookUrl: string): void {
  const counter = downloadCounter(bookUrl);
  if (counter !== undefined) needs.outbound.ping(counter, reach(needs));
}

async function fetchBytes(needs: Needs, url: string): Promise<Uint8Array> {
  return needs.outbound
    .fetch(url, { ...LIMITS, ...reach(needs) })
    .catch((cause) => refuseFault(cause, CODES));
}

function reach(needs: Needs): { allowPrivate: boolean } {
  return { allowPrivate: needs.settings.WORDBOOK_CENTER_ALLOW_PRIVATE };
}
