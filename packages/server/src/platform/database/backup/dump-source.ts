import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { takeNamedLock } from "../named-lock.ts";
import type { Database } from "../tables.ts";
import { allowingTime } from "../time-allowed.ts";
import { isDerived, quoted, type DumpTable } from "./dump-table.ts";
import { listPostgresColumns, type NamedColumn } from "./postgres-columns.ts";
import { listSqliteTables, readSqliteRows } from "./sqlite-rows.ts";

/** Number of rows that PostgreSQL reads at once. */
const ROWS_AT_ONCE = 500;

/** The same for tables that contain files of up to a megabyte each. */
const FILES_AT_ONCE = 4;

/** One state of a database that does not change while it is read. */
export interface DumpSource {
  /** Sorted by name. */
  readonly tables: readonly DumpTable[];
  rows(table: DumpTable): AsyncIterable<readonly (readonly unknown[])[]>;
}

/** Reads our own SQLite file through a separate connection, which blocks no writer. */
export async function readingSqlite<T>(
  file: string,
  work: (source: DumpSource) => Promise<T>,
): Promise<T> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec("begin");
    const tables = listSqliteTables(database);
    return await work({
      tables,
      async *rows(table) {
        yield* readSqliteRows(database, table);
      },
    });
  } finally {
    database.close();
  }
}

/** Reads PostgreSQL in one transaction, which sees what was committed before it began. */
export async function readingPostgres<T>(
  db: Database,
  work: (source: DumpSource) => Promise<T>,
): Promise<T> {
  const transaction = db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only");
  return allowingTime("unlimited", () =>
    transaction.execute(async (tx) => {
      // Two backups at once would only slow down each other and the service.
      await takeNamedLock(tx, "backup");
      const rows = await listPostgresColumns(tx);
      const wide = new Set(
        rows.filter(({ kind }) => kind === "bigint").map(({ name, col }) => `${name}.${col}`),
      );
      const withFiles = new Set(
        rows.filter(({ kind }) => kind === "bytea").map(({ name }) => name),
      );
      const tables = grouped(rows);
      const filled = await filledOf(tx);
      return work({
        tables,
        async *rows(table) {
          if (!filled.has(table.table)) return;
          yield* rowsOfPostgres(tx, table, {
            atOnce: withFiles.has(table.table) ? FILES_AT_ONCE : ROWS_AT_ONCE,
            isWide: (col) => wide.has(`${table.table}.${col}`),
          });
        },
      });
    }),
  );
}

/**
 * Tables that have rows, because reading each of a hundred costs two round trips. Asked in two
 * steps, because the plan of the second query takes longer the more tables it names. A table
 * without disk space has no rows, not even in the snapshot being read, because the space of rows
 * visible to it is not released. A partitioned table has its space in its partitions.
 */
async function filledOf(tx: Database): Promise<Set<string>> {
  const roomy = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace
      and (relkind = 'p' or relkind = 'r' and pg_relation_size(oid) > 0)`.execute(tx);
  if (roomy.rows.length === 0) return new Set();
  const filled = sql.join(
    roomy.rows.map(
      ({ name }) => sql`select ${sql.lit(name)} as name
        where exists (select 1 from ${sql.raw(quoted(name))})`,
    ),
    sql` union all `,
  );
  const { rows } = await sql<{ name: string }>`/* filled */ ${filled}`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

/** Integers are read as text, because not all of them fit into a JavaScript number. */
async function* rowsOfPostgres(
  tx: Database,
  { table, columns }: DumpTable,
  { atOnce, isWide }: { readonly atOnce: number; isWide(column: string): boolean },
) {
  const texts = columns.map((col) => (isWide(col) ? `${quoted(col)}::text` : quoted(col)));
  // Named, because casts of several columns would otherwise share a name.
  const list = texts.map((text, index) => `${text} as c${index}`).join();
  // One message suffices because most tables are small. The cursor ends with the transaction if no
  // other table follows.
  const cursor = `declare dumped no scroll cursor for select ${list} from ${quoted(table)}`;
  await sql.raw(`close all; ${cursor}`).execute(tx);
  for (;;) {
    const { rows } = await sql
      .raw<Record<string, unknown>>(`fetch ${atOnce} from dumped`)
      .execute(tx);
    if (rows.length === 0) return;
    yield rows.map((row) =>
      columns.map((col, index) => {
        const value = row[`c${index}`];
        return isWide(col) && typeof value === "string" ? BigInt(value) : value;
      }),
    );
    if (rows.length < atOnce) return;
  }
}

function grouped(rows: readonly NamedColumn[]): DumpTable[] {
  const byTable = Map.groupBy(rows, ({ name }) => name);
  return [...byTable]
    .filter(([table]) => !isDerived(table))
    .map(([table, columns]) => ({ table, columns: columns.map(({ col }) => col) }));
}
