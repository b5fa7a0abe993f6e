import { sql } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database, OpenTransaction } from "./tables.ts";
import { transact } from "./transaction.ts";

/**
 * One transaction whose deletions leave no traces in SQLite's files: what is removed is overwritten
 * with zeros, pages that become free included, and the write-ahead log, which still holds the pages
 * as they were, is emptied. Elsewhere only pages still in use are cleaned, which costs nothing.
 *
 * PostgreSQL overwrites what was deleted in its own time, with vacuum.
 */
export async function transactErasing<T>(
  db: Database,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T> {
  if (dialectOf(db) === "postgres") return transact(db, work);
  try {
    return await transact(db, async (tx) => {
      await sql`pragma secure_delete = on`.execute(tx);
      return work(tx);
    });
  } finally {
    await sql`pragma secure_delete = fast`.execute(db);
    // With readers in other processes it empties nothing; the next run of the worker does.
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  }
}
