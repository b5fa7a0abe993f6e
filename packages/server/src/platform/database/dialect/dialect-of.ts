import { SqliteAdapter } from "kysely";
import type { Dialect } from "../migrations/migration.ts";
import type { Database } from "../tables.ts";

/** Which database a handle or an open transaction speaks to, where they differ. */
export function dialectOf(db: Database): Dialect {
  return db.getExecutor().adapter instanceof SqliteAdapter ? "sqlite" : "postgres";
}
