import type { CenterBook, CenterWord, FileProblem } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { overBytes, refuseOver } from "../../../platform/basics/over-limit.ts";
import {
  createMutex,
  MutexTimeoutError,
  type Mutex,
} from "../../../platform/database/dialect/mutex.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import {
  createJsonListScanner,
  JsonListError,
  parsePart,
  type JsonList,
  type JsonListLimits,
} from "../../../platform/outside/json-list.ts";
import { refuseFault, type FaultCodes } from "../../../platform/outside/outbound.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { downloadCounter } from "./center-address.ts";
import {
  isIndexHead,
  parseBookHead,
  parseBooks,
  parseWord,
  parseWords,
  withLanguages,
  type FileFault,
} from "./center-format.ts";

export { centerAddress, type CenterAddress } from "./center-address.ts";
export { toDraft } from "./center-format.ts";

type Needs = Pick<Deps, "database" | "outbound" | "settings">;

const LIMITS = { maxBytes: 50 * 1024 * 1024, timeoutMs: 30_000 } as const;
const INDEX_LIST = { list: "data", maxEntries: 10_000 } as const;
const BOOK_LIST = { list: "words", maxEntries: 100_000 } as const;

/**
 * Maximum size of a reply that repeats parts of a file, so that writing it does not delay others.
 */
const INDEX_REPLY_MAX = 8 * 1024 * 1024;
const PAGE_REPLY_MAX = 4 * 1024 * 1024;

/** Larger files are kept one at a time, because many requests would exhaust the memory. */
const SMALL_FILE_BYTES = 4 * 1024 * 1024;
const LARGE_FILE_WAIT_MS = 10_000;
const largeFile = perApp((_: Pick<Deps, "database">) => createMutex(LARGE_FILE_WAIT_MS));

const CODES = {
  invalid_url: "WB_CENTER_INVALID_URL",
  refused: "WB_CENTER_INVALID_URL",
  failed: "WB_CENTER_FETCH_FAILED",
  too_large: "WB_CENTER_TOO_LARGE",
  read_failed: "WB_CENTER_READ_FAILED",
} as const satisfies FaultCodes;

/** A book file. Its words are parsed on demand, a few at a time. */
export interface CenterBookFile extends CenterBook {
  /** Number of entries in the file. */
  readonly entryCount: number;
  /** All entries, in parts of the size stored at once. */
  words(): Iterable<CenterWord[]>;
  /** These entries. @throws AppError WB_CENTER_TOO_LARGE if they are too long for one reply */
  page(offset: number, limit: number): Promise<CenterWord[]>;
}

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
  return withList(needs, fetched(needs, url), INDEX_LIST, async ({ head, parts }) => {
    if (!isIndexHead(head)) refuse("WB_CENTER_PARSE_FAILED");
    const books: CenterBook[] = [];
    let length = 0;
    for (const part of parts) {
      const some = parseBooks(parsePart(part)) ?? refuse("WB_CENTER_PARSE_FAILED");
      books.push(...some);
      length += JSON.stringify(some).length;
      if (length > INDEX_REPLY_MAX)
        refuseOver("WB_CENTER_TOO_LARGE", overBytes(INDEX_REPLY_MAX, length));
      await takeTurns();
    }
    return books;
  });
}

/**
 * Fetches a book, checks all of it, and passes it to `use`. The file is kept in memory until `use`
 * is done.
 *
 * @throws AppError WB_CENTER_ codes; UNAVAILABLE while another large book is in use
 */
export async function withBook<T>(
  needs: Needs,
  url: string,
  use: (book: CenterBookFile) => Promise<T>,
): Promise<T> {
  const pieces = fetched(needs, url);
  return withList(needs, pieces, BOOK_LIST, async (list) => use(await checkedBook(list)));
}

/**
 * Like `withBook`, for a book that arrives with a request.
 *
 * @throws AppError WB_CENTER_PARSE_FAILED, WB_CENTER_TOO_LARGE, UNAVAILABLE; errors thrown by
 *   `pieces`
 */
export async function withSentBook<T>(
  needs: Pick<Deps, "database">,
  pieces: AsyncIterable<Uint8Array>,
  use: (book: CenterBookFile) => Promise<T>,
): Promise<T> {
  return withList(needs, pieces, BOOK_LIST, async (list) => use(await checkedBook(list)));
}

/** One entry of a book: a word, or its fault. */
export type CenterEntry = ReturnType<typeof parseWord>;

/**
 * Like `withSentBook`, without refusing a book for its entries: they are read part by part, each a
 * word or a fault.
 */
export async function withSentEntries<T>(
  needs: Pick<Deps, "database">,
  pieces: AsyncIterable<Uint8Array>,
  use: (book: CenterBook, parts: Iterable<CenterEntry[]>) => Promise<T>,
): Promise<T> {
  return withList(needs, pieces, BOOK_LIST, (list) => {
    return use(headOf(list), entriesOf(list));
  });
}

function* entriesOf({ parts }: JsonList): Generator<CenterEntry[]> {
  for (const part of parts) yield parsePart(part).map(parseWord);
}

/** Like `withBook`, for the book with this id. @throws AppError WB_CENTER_ codes, UNAVAILABLE */
export async function withBookOfId<T>(
  needs: Needs,
  source: { readonly url: string; readonly id: string },
  use: (book: CenterBookFile) => Promise<T>,
): Promise<T> {
  return withBook(needs, source.url, async (book) => {
    if (book.id !== source.id) refuse("WB_CENTER_ID_MISMATCH");
    return use(book);
  });
}

/** Notifies the center of a download, without waiting for the reply. */
export function countDownload(needs: Needs, bookUrl: string): void {
  const counter = downloadCounter(bookUrl);
  if (counter !== undefined) needs.outbound.ping(counter, reach(needs));
}

async function checkedBook(list: JsonList): Promise<CenterBookFile> {
  const file = { ...headOf(list), ...wordsOf(list), entryCount: list.count };
  let sample: readonly CenterWord[] = [];
  for (const words of file.words()) {
    if (sample.length === 0) sample = words;
    await takeTurns();
  }
  return withLanguages(file, sample);
}

/** @throws AppError WB_CENTER_PARSE_FAILED */
function headOf({ head }: JsonList): CenterBook {
  const book = parseBookHead(head);
  return "fault" in book ? refuseFile("no_book", book.fault) : book;
}

/** @param problem  a code for the apps, which show it in the reader's language */
function refuseFile(problem: FileProblem, { path, message }: FileFault): never {
  const rule = path === "" ? message : `${path}: ${message}`;
  const fault = { rule, problem, ...(path !== "" && { path }) };
  return refuse("WB_CENTER_PARSE_FAILED", `This is no wordbook file: ${rule}.`, {
    faults: [fault],
  });
}

function wordsOf({ parts }: JsonList): Pick<CenterBookFile, "words" | "page"> {
  const wordsIn = (part: JsonList["parts"][number], start: number) => {
    const words = parseWords(parsePart(part), start);
    return "fault" in words ? refuseFile("no_word", words.fault) : words;
  };
  return {
    *words() {
      let start = 0;
      for (const part of parts) {
        yield wordsIn(part, start);
        start += part.count;
      }
    },
    async page(offset, limit) {
      const page: CenterWord[] = [];
      let [start, length] = [0, 0];
      for (const part of parts) {
        const [from, to] = [Math.max(0, offset - start), Math.max(0, offset + limit - start)];
        const first = start;
        start += part.count;
        if (from >= part.count || to === 0) continue;
        const some = wordsIn(part, first).slice(from, to);
        page.push(...some);
        length += JSON.stringify(some).length;
        if (length > PAGE_REPLY_MAX)
          refuseOver("WB_CENTER_TOO_LARGE", overBytes(PAGE_REPLY_MAX, length));
        await takeTurns();
      }
      return page;
    },
  };
}

function fetched(needs: Needs, url: string): AsyncIterable<Uint8Array> {
  return needs.outbound.stream(url, { ...LIMITS, ...reach(needs) });
}

async function withList<T>(
  needs: Pick<Deps, "database">,
  pieces: AsyncIterable<Uint8Array>,
  limits: JsonListLimits,
  use: (list: JsonList) => Promise<T>,
): Promise<T> {
  const turn = largeFile(needs);
  const scanner = createJsonListScanner(limits);
  let size = 0;
  let isTurn = false;
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > SMALL_FILE_BYTES && !isTurn) {
        await claimLargeFile(turn);
        isTurn = true;
      }
      scanner.push(piece);
    }
    return await use(scanner.end());
  } catch (cause) {
    return refuseCause(cause);
  } finally {
    if (isTurn) turn.release();
  }
}

async function claimLargeFile(turn: Mutex): Promise<void> {
  await turn.acquire().catch((cause: unknown) => {
    if (!(cause instanceof MutexTimeoutError)) throw cause;
    const retryAfterSecs = LARGE_FILE_WAIT_MS / 1000;
    refuse("UNAVAILABLE", "Another large wordbook is being imported.", { retryAfterSecs });
  });
}

function refuseCause(cause: unknown): never {
  if (cause instanceof JsonListError) {
    const { message, over, problem } = cause;
    if (over !== undefined) refuseOver("WB_CENTER_TOO_LARGE", over);
    refuseFile(problem as Exclude<typeof problem, `large_${string}`>, { path: "", message });
  }
  return refuseFault(cause, CODES);
}

function reach(needs: Needs): { allowPrivate: boolean } {
  return { allowPrivate: needs.settings.WORDBOOK_CENTER_ALLOW_PRIVATE };
}
