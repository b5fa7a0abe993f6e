import { Kysely } from "kysely";
import { createPostgresDialect } from "./dialect/postgres-dialect.ts";
import { createSqliteDialect } from "./dialect/sqlite-dialect.ts";
import type { Database, Tables } from "./tables.ts";

/**
 * Opens the database a URL names: `sqlite:<file>`, `sqlite::memory:` or `postgres://…`.
 *
 * Nothing is created or changed but an empty SQLite file; `migrate` brings the schema.
 */
export async function openDatabase(
  url: string,
  options: { busyTimeoutMs: number; poolSize: number },
): Promise<Database> {
  const dialect = url.startsWith("sqlite:")
    ? createSqliteDialect(url.slice("sqlite:".length), options.busyTimeoutMs)
    : createPostgresDialect(url, options.poolSize);
  return new Kysely<Tables>({ dialect });
}
