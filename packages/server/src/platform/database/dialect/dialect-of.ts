import { PostgresAdapter } from "kysely";
import type { Database } from "../tables.ts";
import type { Dialect } from "../migrations/migration.ts";

/** Which database a handle talks to; the same for the database and its transactions. */
export function dialectOf(db: Database): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}
