import { CompiledQuery, sql, type RawBuilder } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database, Tables } from "./tables.ts";

/** Maximum number of rows in one SQLite statement. */
const ROWS_PER_STATEMENT = 64;

const POSTGRES_TYPES = { text: "text", integer: "bigint", real: "double precision" } as const;

type Column = keyof typeof POSTGRES_TYPES;
type SqlValue = string | number | null;

/** Describes a bulk insert. Column order is the order of `columns`. */
export interface BulkTarget {
  readonly table: keyof Tables;
  readonly columns: Readonly<Record<string, Column>>;
  readonly key: readonly string[];
  /** Columns that an update does not change. */
  readonly keep?: readonly string[];
  /**
   * What to do if the key exists; default `update`. `add` adds the new numbers to the stored ones,
   * `fail` fails the statement.
   */
  readonly onConflict?: "update" | "add" | "ignore" | "fail";
}

/**
 * Writes many rows at once: the hot path of applying answers. Several statements on SQLite, so call
 * it in a transaction.
 *
 * PostgreSQL gets one array per column, so the statement text never changes. SQLite has no arrays
 * and gets VALUES lists of a few lengths, so that there are few prepared statements.
 */
export async function upsertMany<R extends object>(
  db: Database,
  target: BulkTarget,
  rows: readonly R[],
): Promise<number> {
  const names = Object.keys(target.columns);
  const values = rows as readonly Readonly<Record<string, SqlValue>>[];
  if (rows.length === 0) return 0;
  if (dialectOf(db) === "postgres") {
    const arrays = names.map((name) => values.map((row) => row[name] ?? null));
    return run(db, postgresText(target, names), arrays);
  }
  let written = 0;
  for (let start = 0; start < values.length;) {
    const part = values.slice(start, start + rowsPerStatement(values.length - start));
    start += part.length;
    const parameters = part.flatMap((row) => names.map((name) => row[name] ?? null));
    written += await run(db, sqliteText(target, names, part.length), parameters);
  }
  return written;
}

/**
 * The largest power of two that fits, which gives seven statements per table. A prepared statement
 * takes up to 200 KB, so one per number of rows would take tens of megabytes in total.
 */
function rowsPerStatement(rowsLeft: number): number {
  return Math.min(ROWS_PER_STATEMENT, 2 ** Math.floor(Math.log2(rowsLeft)));
}

type Pair = readonly [string, string];

/** What rows are read by: ids, whole numbers, or pairs of ids. */
export type Keys = readonly string[] | readonly number[] | readonly Pair[];

/** The parameters that `idsIn`, `numbersIn` and `pairTable` give a statement for these keys. */
export function keyParameters(db: Database, keys: Keys): unknown[] {
  if (dialectOf(db) === "sqlite") return [JSON.stringify(keys)];
  return Array.isArray(keys[0]) ? columnsOf(keys as readonly Pair[]) : [[...keys]];
}

const columnsOf = (pairs: readonly Pair[]) => [
  pairs.map((pair) => pair[0]),
  pairs.map((pair) => pair[1]),
];

/** `column in (…)` for any number of ids, with one parameter. */
export function idsIn(db: Database, column: string, ids: readonly string[]): RawBuilder<boolean> {
  const [keys] = keyParameters(db, ids);
  return dialectOf(db) === "postgres"
    ? sql<boolean>`${sql.ref(column)} = any(${keys}::text[])`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${keys}))`;
}

/** The same for whole numbers. */
export function numbersIn(
  db: Database,
  column: string,
  numbers: readonly number[],
): RawBuilder<boolean> {
  const [keys] = keyParameters(db, numbers);
  return dialectOf(db) === "postgres"
    ? sql<boolean>`${sql.ref(column)} = any(${keys}::bigint[])`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${keys}))`;
}

/** A table of ids with the column `id`, for joins that should start with the ids. */
export function idTable(db: Database, ids: readonly string[]): RawBuilder<unknown> {
  const [keys] = keyParameters(db, ids);
  return dialectOf(db) === "postgres"
    ? sql`(select * from unnest(${keys}::text[]) as one(id))`
    : sql`(select value as id from json_each(${keys}))`;
}

/** A table of pairs with the columns `a` and `b`, for joins. */
export function pairTable(db: Database, pairs: readonly Pair[]): RawBuilder<unknown> {
  if (dialectOf(db) === "postgres") {
    const [a, b] = columnsOf(pairs);
    return sql`(select * from unnest(${a}::text[], ${b}::text[]) as pair(a, b))`;
  }
  const json = JSON.stringify(pairs);
  return sql`(select value ->> 0 as a, value ->> 1 as b from json_each(${json}))`;
}

async function run(db: Database, text: string, parameters: readonly unknown[]): Promise<number> {
  const result = await db.executeQuery(CompiledQuery.raw(text, [...parameters]));
  return Number(result.numAffectedRows ?? 0n);
}

const texts = new Map<string, string>();

/** Cache key of a statement. */
function nameOf(target: BulkTarget): string {
  const { table, columns, key, keep = [], onConflict = "update" } = target;
  return `${table} ${onConflict} ${Object.keys(columns).join()} ${key.join()} ${keep.join()}`;
}

function sqliteText(target: BulkTarget, names: readonly string[], rows: number): string {
  return remembered(`sqlite ${rows} ${nameOf(target)}`, () => {
    const row = `(${names.map(() => "?").join(", ")})`;
    const list = Array.from({ length: rows }, () => row).join(", ");
    return `insert into ${target.table} (${names.join(", ")}) values ${list} ${conflict(target)}`;
  });
}

function postgresText(target: BulkTarget, names: readonly string[]): string {
  return remembered(`postgres ${nameOf(target)}`, () => {
    const arrays = Object.values(target.columns).map(
      (type, index) => `$${index + 1}::${POSTGRES_TYPES[type]}[]`,
    );
    const list = names.join(", ");
    const source = `select * from unnest(${arrays.join(", ")})`;
    return `insert into ${target.table} (${list}) ${source} ${conflict(target)}`;
  });
}

function conflict(target: BulkTarget): string {
  const key = target.key.join(", ");
  const fixed = new Set([...target.key, ...(target.keep ?? [])]);
  const changed = Object.keys(target.columns).filter((name) => !fixed.has(name));
  if (target.onConflict === "fail") return "";
  if (target.onConflict === "ignore") return `on conflict (${key}) do nothing`;
  const kept = (name: string) => (target.onConflict === "add" ? `${target.table}.${name} + ` : "");
  const updates = changed.map((name) => `${name} = ${kept(name)}excluded.${name}`).join(", ");
  return `on conflict (${key}) do update set ${updates}`;
}

function remembered(key: string, make: () => string): string {
  const known = texts.get(key) ?? make();
  texts.set(key, known);
  return known;
}
