import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { messageOf } from "../../basics/thrown.ts";
import { parseFacts, type BackupFacts } from "./backup-manifest.ts";
import { DamagedBackupError } from "./damaged-backup.ts";
import type { DumpTable } from "./dump-table.ts";
import { fromDumpValue, type StoredValue } from "./dump-values.ts";

/** Our widest table has 30 columns. */
const COLUMNS_MAX = 200;
/** Maximum bytes of a line; our longest contains a pack's payload, 4 MiB, as base64. */
const LINE_MAX = 32 * 1024 ** 2;
/**
 * Maximum expansion: our dumps expand up to thirty times, while gzip could expand a thousand times.
 */
const GROWTH_MAX = 300;
/** Number of bytes that a dump of any size may have. */
const GROWTH_FREE = 16 * 1024 ** 2;

/** Receives a dump in order; the data is valid only once `readDump` has returned. */
export interface DumpReader {
  begin?(facts: DumpFacts): Promise<void>;
  table?(table: DumpTable): Promise<void>;
  row?(values: readonly StoredValue[]): Promise<void> | undefined;
}

export interface DumpFacts extends BackupFacts {
  /** The migrations that built its schema. */
  readonly migrations: readonly string[];
}

const LINE_END = 0x0a;

const Migrations = z.object({ migrations: z.array(z.string()) });
const Table = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1).max(COLUMNS_MAX),
});
const End = z.object({
  end: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
});

/**
 * Reads a dump to its end and compares rows and digest of each table.
 *
 * @returns its facts, and the rows of each table
 * @throws DamagedBackupError
 */
export async function readDump(
  path: string,
  reader: DumpReader = {},
): Promise<{ facts: DumpFacts; rows: Record<string, number> }> {
  const state = { facts: undefined as DumpFacts | undefined, width: 0 };
  const found: Record<string, { rows: number; sha256: string }> = {};
  let open: { name: string; digest: ReturnType<typeof createHash>; rows: number } | undefined;
  let end: z.infer<typeof End>["end"] | undefined;
  const close = () => {
    if (open !== undefined)
      found[open.name] = { rows: open.rows, sha256: open.digest.digest("hex") };
    open = undefined;
  };
  for await (const line of linesOf(path)) {
    if (end !== undefined) throw new DamagedBackupError("there is something after its end");
    const value = orDamaged(() => JSON.parse(line) as unknown);
    if (state.facts === undefined) {
      state.facts = orDamaged(() => ({ ...parseFacts(value), ...Migrations.parse(value) }));
      await reader.begin?.(state.facts);
    } else if (Array.isArray(value)) {
      if (open === undefined || value.length !== state.width) {
        throw new DamagedBackupError("a row does not fit its table");
      }
      open.digest.update(`${line}\n`);
      open.rows += 1;
      const waiting = reader.row?.(orDamaged(() => value.map(fromDumpValue)));
      if (waiting !== undefined) await waiting;
    } else {
      close();
      const last = End.safeParse(value);
      if (last.success) end = last.data.end;
      else {
        const table = orDamaged(() => Table.parse(value));
        open = { name: table.table, digest: createHash("sha256"), rows: 0 };
        state.width = table.columns.length;
        await reader.table?.(table);
      }
    }
  }
  if (state.facts === undefined || end === undefined) {
    throw new DamagedBackupError("it ends in the middle");
  }
  compare(found, end);
  const rows = Object.entries(found).map(([name, table]) => [name, table.rows] as const);
  return { facts: state.facts, rows: Object.fromEntries(rows) };
}

function compare(
  found: Readonly<Record<string, { rows: number; sha256: string }>>,
  end: Readonly<Record<string, { rows: number; sha256: string }>>,
): void {
  for (const name of new Set([...Object.keys(found), ...Object.keys(end)])) {
    const [here, said] = [found[name], end[name]];
    if (here?.rows !== said?.rows || here?.sha256 !== said?.sha256) {
      throw new DamagedBackupError(`the rows of ${name} are not those that were written`);
    }
  }
}

/** Time and memory depend on the size of the file, whatever its lines are. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const bytes = pipeline(createReadStream(path), createGunzip(), () => {});
  const bytesMax = GROWTH_FREE + GROWTH_MAX * (await stat(path)).size;
  let [length, total] = [0, 0];
  let begun: Buffer[] = [];
  const lineWith = (end: Buffer) => {
    const line = Buffer.concat([...begun, end]).toString("utf8");
    [begun, length] = [[], 0];
    return line;
  };
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      total += piece.length;
      if (total > bytesMax) throw new Error("it grows too much when it is unpacked");
      let at = 0;
      for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, at)) {
        yield lineWith(piece.subarray(at, end));
        at = end + 1;
      }
      begun.push(piece.subarray(at));
      length += piece.length - at;
      if (length > LINE_MAX) throw new Error("a line of it is too long");
    }
  } catch (error) {
    throw new DamagedBackupError(messageOf(error));
  }
  if (length > 0) throw new DamagedBackupError("it ends in the middle");
}

function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new DamagedBackupError(messageOf(error));
  }
}
