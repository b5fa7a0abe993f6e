import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { Kysely, sql } from "kysely";
import { postgresDialect } from "./dialect/postgres-dialect.ts";
import { sqliteDialect } from "./dialect/sqlite-dialect.ts";
import type { Database, Tables } from "./tables.ts";

export interface DatabaseOptions {
  /** How long a statement waits for another process that holds the SQLite file. */
  readonly busyTimeoutMs: number;
  /** Connections to PostgreSQL. */
  readonly poolSize: number;
}

/**
 * Opens `sqlite:<file>`, `sqlite::memory:` or `postgres://…`, and asks it one thing to see that it
 * answers. A missing SQLite file is made, readable for its owner only. `migrate` brings the schema.
 *
 * @throws Error the file cannot be opened or made, the server cannot be reached
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

/** Path in a `sqlite:` address, `:memory:` included; undefined for other databases. */
export function sqliteFile(url: string): string | undefined {
  return url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\//, "") : undefined;
}

function dialectFor(url: string, { busyTimeoutMs, poolSize }: DatabaseOptions) {
  const file = sqliteFile(url);
  if (file === undefined) return postgresDialect({ url, poolSize });
  if (file !== ":memory:") makePrivateFile(file);
  return sqliteDialect({ file, busyTimeoutMs });
}

/** SQLite gives the files beside it, `-wal` and `-shm`, the mode of the database file. */
export function makePrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, "a", 0o600));
}
