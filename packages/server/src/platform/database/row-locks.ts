import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database } from "./tables.ts";

/** Makes a query lock its rows until the transaction ends. SQLite has only one writer anyway. */
export function forUpdate<Query extends { forUpdate(): Query }>(tx: Database, query: Query): Query {
  return dialectOf(tx) === "postgres" ? query.forUpdate() : query;
}

/**
 * Locks the rows that nobody else has locked and skips the others, so that several processes can
 * divide them without waiting for each other.
 */
export function forUpdateOfFree<Query extends { forUpdate(): Query; skipLocked(): Query }>(
  tx: Database,
  query: Query,
): Query {
  return dialectOf(tx) === "postgres" ? query.forUpdate().skipLocked() : query;
}
