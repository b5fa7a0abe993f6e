import { SqliteAdapter } from "kysely";
import type { Dialect } from "../migrations/migration.ts";
import type { Database } from "../tables.ts";

/** The kind of database behind a handle or an open transaction. */
export function dialectOf(db: Database): Dialect {
  return db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
}
