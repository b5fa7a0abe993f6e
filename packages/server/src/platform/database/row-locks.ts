import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database } from "./tables.ts";

/** The query, locking what it reads until the transaction ends. SQLite has one writer anyway. */
export function forUpdate<Query extends { forUpdate(): Query }>(tx: Database, query: Query): Query {
  return dialectOf(tx) === "postgres" ? query.forUpdate() : query;
}
