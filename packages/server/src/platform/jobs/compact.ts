import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { dialectOf } from "../database/dialect/dialect-of.ts";
import type { Database, Tables } from "../database/tables.ts";
import { transact } from "../database/transaction.ts";
import { giveWay } from "./give-way.ts";

/** Pages of SQLite moved in one transaction: some milliseconds. */
const PAGES_AT_ONCE = 100;

/** One free page in so many stays: what is free is written to again before the file grows. */
const FREE_PART = 10;

/**
 * Gives the room of removed rows back. On PostgreSQL that is what vacuum finds at the end of the
 * table; on SQLite pages from the end of the file move to where others are free, some at a time. A
 * file that was not made for that (see sqlite-dialect.ts) keeps its size.
 *
 * @param table   where the rows were removed
 * @param signal  calls it off between two steps
 */
export async function compact(
  db: Database,
  table: keyof Tables,
  signal: AbortSignal,
): Promise<void> {
  if (dialectOf(db) === "postgres") {
    await sql`vacuum ${sql.table(table)}`.execute(db);
    return;
  }
  let [tooMany, before] = [await countTooMany(db), Infinity];
  while (tooMany > 0 && tooMany < before) {
    signal.throwIfAborted();
    const startMs = performance.now();
    await giveBack(db, Math.min(tooMany, PAGES_AT_ONCE));
    await giveWay(performance.now() - startMs);
    [tooMany, before] = [await countTooMany(db), tooMany];
  }
}

/** Free pages beyond those that are to stay. */
async function countTooMany(db: Database): Promise<number> {
  const { rows } = await sql<{ free: number; pages: number }>`
    select freelist_count as free, page_count as pages
    from pragma_freelist_count, pragma_page_count
  `.execute(db);
  const { free, pages } = rows[0] ?? { free: 0, pages: 0 };
  return free - Math.ceil(pages / FREE_PART);
}

/** One page a statement: it would have to be stepped through for more. */
async function giveBack(db: Database, pages: number): Promise<void> {
  await transact(db, async (tx) => {
    for (let page = 0; page < pages; page += 1) {
      await sql`pragma incremental_vacuum(1)`.execute(tx);
    }
  });
}
