import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { dialectOf } from "../database/dialect/dialect-of.ts";
import type { Database, Tables } from "../database/tables.ts";
import { transact } from "../database/transaction.ts";
import { yieldToRequests } from "./yield-to-requests.ts";

/** SQLite pages moved in one transaction, which takes a few milliseconds. */
const PAGES_AT_ONCE = 100;

/** A tenth of the pages may stay free: they are reused before the file grows. */
const FREE_PART = 10;

/**
 * Releases the disk space of removed rows. On PostgreSQL, vacuum releases free pages at the end of
 * the table. On SQLite, pages from the end of the file move to free ones, in small steps; a file
 * created without auto_vacuum (see sqlite-dialect.ts) keeps its size.
 *
 * @param table   the table from which rows were removed
 * @param signal  stops it between two steps
 */
export async function compact(
  db: Database,
  table: keyof Tables,
  signal: AbortSignal,
): Promise<void> {
  if (dialectOf(db) === "postgres") {
    // Otherwise vacuum leaves the rows of a few pages, which keep all pages before them.
    await sql`vacuum (index_cleanup on) ${sql.table(table)}`.execute(db);
    return;
  }
  let [tooMany, before] = [await countTooMany(db), Infinity];
  while (tooMany > 0 && tooMany < before) {
    signal.throwIfAborted();
    const startMs = performance.now();
    await giveBack(db, Math.min(tooMany, PAGES_AT_ONCE));
    await yieldToRequests(performance.now() - startMs);
    [tooMany, before] = [await countTooMany(db), tooMany];
  }
}

/** The number of free pages to release. */
async function countTooMany(db: Database): Promise<number> {
  const { rows } = await sql<{ free: number; pages: number }>`
    select freelist_count as free, page_count as pages
    from pragma_freelist_count, pragma_page_count
  `.execute(db);
  const { free, pages } = rows[0] ?? { free: 0, pages: 0 };
  return free - Math.ceil(pages / FREE_PART);
}

/** One page per statement; to release more, the statement would have to be stepped. */
async function giveBack(db: Database, pages: number): Promise<void> {
  await transact(db, async (tx) => {
    for (let page = 0; page < pages; page += 1) {
      await sql`pragma incremental_vacuum(1)`.execute(tx);
    }
  });
}
