import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { BackupFacts } from "./backup-manifest.ts";
import type { DumpSource } from "./dump-source.ts";
import { toDumpValue } from "./dump-values.ts";

/** The rows of a table in a dump; the digest covers its row lines with their line ends. */
interface DumpedTable {
  readonly rows: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Number of finished tables, of all tables, and of rows so far. */
export type DumpProgress = (tablesDone: number, tables: number, rows: number) => void;

/**
 * Writes a database as gzip NDJSON: a line with the facts; for each table a line `{table, columns}`
 * and an array per row; a last line `{end}` with rows and digest of each table. The content is the
 * same for both databases.
 *
 * @param facts  with `migrations`, the names of the steps that built its schema
 * @returns the number of rows of each table
 */
export async function writeDump(
  source: DumpSource,
  facts: BackupFacts & { readonly migrations: readonly string[] },
  path: string,
  onProgress: DumpProgress = () => {},
): Promise<Record<string, number>> {
  const end: Record<string, DumpedTable> = {};
  async function* lines() {
    yield `${JSON.stringify(facts)}\n`;
    let total = 0;
    for (const [index, table] of source.tables.entries()) {
      yield `${JSON.stringify(table)}\n`;
      const digest = createHash("sha256");
      let rows = 0;
      for await (const some of source.rows(table)) {
        const text = some.map((row) => `${JSON.stringify(row.map(toDumpValue))}\n`).join("");
        digest.update(text);
        rows += some.length;
        onProgress(index, source.tables.length, total + rows);
        yield text;
      }
      total += rows;
      end[table.table] = { rows, sha256: digest.digest("hex") };
      onProgress(index + 1, source.tables.length, total);
    }
    yield `${JSON.stringify({ end })}\n`;
  }
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  await pipeline(Readable.from(lines(), { highWaterMark: 4 }), createGzip({ level: 5 }), file);
  return Object.fromEntries(Object.entries(end).map(([table, { rows }]) => [table, rows]));
}
