import { basename } from "node:path";
import { readingSqlite } from "./dump-source.ts";
import { fromColumn } from "./dump-values.ts";
import type { DumpReader } from "./read-dump.ts";
import { migrationsOfSqlite, schemaOfSqlite } from "./sqlite-schema.ts";

/**
 * Passes the rows of a SQLite file to the reader of a dump; only those of its tables, not its
 * triggers, views and virtual tables.
 */
export async function readSqliteAsDump(path: string, reader: DumpReader): Promise<void> {
  await reader.begin?.({
    format: 1,
    kind: "manual",
    database: "sqlite",
    name: basename(path),
    version: "",
    createdAt: "",
    schema: schemaOfSqlite(path),
    minReaderSchema: 0,
    migrations: migrationsOfSqlite(path),
  });
  await readingSqlite(path, async ({ tables, rows }) => {
    for (const table of tables) {
      await reader.table?.(table);
      for await (const some of rows(table)) {
        for (const row of some) await reader.row?.(row.map(fromColumn));
      }
    }
  });
}
