import { sql } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database, OpenTransaction } from "./tables.ts";
import { transact } from "./transaction.ts";

/**
 * A transaction whose deletions leave no traces in SQLite's files: deleted data is overwritten with
 * zeros, even in pages that become free, and the write-ahead log, which still contains the old
 * pages, is truncated. Ordinary transactions clean only pages that stay in use, which costs
 * nothing.
 *
 * PostgreSQL overwrites deleted data later, by vacuum.
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
    // With readers in other processes this has no effect; the worker's next run does it.
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  }
}
