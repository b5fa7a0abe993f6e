import { constants, DatabaseSync } from "node:sqlite";
import { migrations } from "../migrations/index.ts";
import { statementsFor } from "../migrations/migration.ts";
import { DamagedBackupError } from "./damaged-backup.ts";
import { listSqliteTables, tableKindsOf } from "./sqlite-rows.ts";

/** Bytes of a value or a row: far more than ours have, so that no backup of ours is refused. */
const VALUE_MAX = 256 * 1024 ** 2;

/** What reading and checking tables needs; the first two are asked by the search index. */
const PRAGMAS = new Set([
  "data_version",
  "quick_check",
  "foreign_key_check",
  "integrity_check",
  "table_list",
  "table_xinfo",
]);

const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_PRAGMA } =
  constants;

/**
 * Opens a SQLite file that someone else may have made, for threads only. No statement takes more
 * steps than the file has content: views, recursive queries, and functions other than `count` are
 * refused, and so is a table that computes columns.
 *
 * @throws DamagedBackupError
 */
export function openForeignSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file, {
    readOnly: true,
    allowExtension: false,
    defensive: true,
    limits: { length: VALUE_MAX, sqlLength: 1_000_000, attach: 0, exprDepth: 100 },
  });
  try {
    // The conditions of our own schema apply to the rows when they are loaded.
    database.exec("pragma trusted_schema = off; pragma ignore_check_constraints = on");
    database.exec("pragma cell_size_check = on; pragma mmap_size = 0; pragma query_only = on");
    database.setAuthorizer((action, first, second, _, view) => {
      const isAllowed =
        action === SQLITE_SELECT ||
        action === SQLITE_READ ||
        (action === SQLITE_FUNCTION && second === "count") ||
        (action === SQLITE_PRAGMA && PRAGMAS.has(first ?? ""));
      return isAllowed && view === null ? SQLITE_OK : SQLITE_DENY;
    });
    requirePlain(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function requirePlain(database: DatabaseSync): void {
  for (const { table, computed } of listSqliteTables(database)) {
    const [column] = computed;
    if (column !== undefined) {
      throw new DamagedBackupError(`the column ${column} of ${table} is computed`);
    }
  }
}

/**
 * The migrations of a SQLite file.
 *
 * @throws DamagedBackupError if they are not in a table
 */
export function migrationsOfSqlite(database: DatabaseSync): string[] {
  const kind = tableKindsOf(database).get("schema_migrations");
  if (kind !== "table") throw new DamagedBackupError("schema_migrations is not a table of it");
  const found = database.prepare("select name from schema_migrations").all();
  return found.map(({ name }) => String(name)).toSorted();
}

/** Whether only our own indexes would be computed to check the file. */
export function hasOwnIndexes(database: DatabaseSync): boolean {
  const own = new Set(migrations.flatMap((step) => statementsFor(step, "sqlite")).map(plainText));
  return database
    .prepare("select sql from sqlite_schema where type = 'index' and sql is not null")
    .all()
    .every(({ sql }) => own.has(plainText(String(sql))));
}

/** SQLite stores its own spelling of the first words. */
function plainText(statement: string): string {
  return statement.trim().replace(/^create +(unique +)?index +/i, (words) => words.toLowerCase());
}
