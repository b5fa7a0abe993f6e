import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { openDatabase } from "@wordloom/server/platform/database/connection";
import { listTables } from "@wordloom/server/platform/database/table-names";
import { findPostgres } from "@wordloom/testing/databases/postgres-binaries";
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
} from "@wordloom/testing/databases/postgres-databases";
import { startPostgres } from "@wordloom/testing/databases/postgres-server";

/** The database of an installation whose processes get killed. */
export interface Store {
  readonly name: string;
  /** Settings that connect a service to it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Its faults, read while a service uses it. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * A file in the data directory, or a database on a separate PostgreSQL server.
 *
 * @throws Error if there is no PostgreSQL
 */
export async function openStore(dialect: string, dataDir: string): Promise<Store> {
  if (dialect === "sqlite") {
    const faults = () => Promise.resolve(faultsOfFile(join(dataDir, "learning.db")));
    return { name: "SQLite", settings: {}, faults, close: () => Promise.resolve() };
  }
  const source = dialect === "postgres" ? findPostgres(process.env) : undefined;
  if (source === undefined) throw new Error(`there is no ${dialect} to run on`);
  const server = await startPostgres(source);
  const name = await createDatabase(server.url, "template0");
  const url = databaseUrl(server.url, name);
  return {
    name: "PostgreSQL",
    settings: { DATABASE_URL: url },
    faults: () => faultsOnServer(url),
    async close() {
      await dropDatabase(server.url, name);
      await server.stop();
    },
  };
}

function faultsOfFile(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [first] = database.prepare("PRAGMA integrity_check").all();
    const found = Object.values(first ?? {})[0];
    const orphans = database.prepare("PRAGMA foreign_key_check").all();
    return [
      ...(found === "ok" ? [] : [`the database: ${String(found)}`]),
      ...(orphans.length === 0 ? [] : [`${orphans.length} rows refer to nothing`]),
    ];
  } finally {
    database.close();
  }
}

/** PostgreSQL checks rows and references itself, so this only reads all of them. */
async function faultsOnServer(url: string): Promise<string[]> {
  const database = await openDatabase(url, { busyTimeoutMs: 0, poolSize: 1 });
  try {
    const tables = await listTables(database);
    for (const name of tables) await sql`select count(*) from ${sql.table(name)}`.execute(database);
    return tables.includes("users") ? [] : ["the database has no tables"];
  } catch (error) {
    return [`the database: ${String(error)}`];
  } finally {
    await database.destroy();
  }
}
