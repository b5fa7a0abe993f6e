import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { Kysely, sql } from "kysely";
import { postgresDeadlines } from "./dialect/postgres-deadlines.ts";
import { postgresDialect } from "./dialect/postgres-dialect.ts";
import { sqliteDialect, type SqliteOptions } from "./dialect/sqlite-dialect.ts";
import type { Database, Tables } from "./tables.ts";

export interface DatabaseOptions {
  /** How long a statement waits for another process that has locked the SQLite file. */
  readonly busyTimeoutMs: number;
  /** Connections to PostgreSQL. */
  readonly poolSize: number;
  /** Purpose for which an SQLite file is opened; see `SqliteOptions`. */
  readonly use?: SqliteOptions["use"];
}

/**
 * Opens `sqlite:<file>`, `sqlite::memory:` or `postgres://…` and runs a test query. A missing
 * SQLite file is created, readable by its owner only; `migrate` creates the schema.
 *
 * @throws Error if the file cannot be opened or created, or the server cannot be reached
 */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Database> {
  const database = new Kysely<Tables>({ dialect: dialectFor(url, options) });
  try {
    await sql`select 1`.execute(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return database;
}

/** The path in a `sqlite:` URL, or `:memory:`; undefined for other databases. */
export function sqliteFile(url: string): string | undefined {
  return url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\//, "") : undefined;
}

function dialectFor(url: string, { busyTimeoutMs, poolSize, use }: DatabaseOptions) {
  const file = sqliteFile(url);
  if (file === undefined) return postgresDialect({ url, poolSize, deadlines: postgresDeadlines });
  if (file !== ":memory:") createPrivateFile(file);
  return sqliteDialect({ file, busyTimeoutMs, use });
}

/** SQLite creates the `-wal` and `-shm` files with the mode of the database file. */
export function createPrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, "a", 0o600));
}
