import { CompiledQuery, sql } from "kysely";
import { dialectOf } from "../dialect/dialect-of.ts";
import { applySteps, lockSchema, migrationStatus } from "../migrate.ts";
import { migrations } from "../migrations/index.ts";
import { runAll } from "../run-all.ts";
import type { Database, OpenTransaction } from "../tables.ts";
import { allowingTime } from "../time-allowed.ts";
import { transact } from "../transaction.ts";
import { DamagedBackupError } from "./damaged-backup.ts";
import { quoted, type DumpTable } from "./dump-table.ts";
import type { StoredValue } from "./dump-values.ts";
import { judgeTables, type TableJudge } from "./known-columns.ts";
import type { DumpReader } from "./read-dump.ts";

/** Below the limits of both databases. */
const PARAMETERS_MAX = 30_000;
const ROWS_MAX = 500;

/**
 * Creates a database from the rows of a backup, in one transaction: the backup's schema, built by
 * our own migrations, then its rows, by our own statements and only into tables of that schema.
 * Triggers and views of a backup are not used. Everything the database contained before is dropped.
 * Later migrations are left to `migrate`.
 *
 * @param read  reads the backup: `readDump`, or `readSqliteAsDump` for a SQLite file
 * @param rebuild  rebuilds what dumps leave out, such as the search index
 * @param finish  further work in the same transaction, once all rules of the schema apply again
 * @throws DamagedBackupError
 * @throws Error if the dump has migrations that this program does not know
 */
export async function loadDump(
  db: Database,
  read: (reader: DumpReader) => Promise<unknown>,
  rebuild: (tx: Database) => Promise<void>,
  finish: (tx: OpenTransaction) => Promise<void> = async () => {},
): Promise<void> {
  await allowingTime("unlimited", async () => {
    if (dialectOf(db) === "sqlite") await sql`pragma foreign_keys = off`.execute(db);
    await transact(db, async (tx) => {
      await lockSchema(tx);
      await dropEverything(tx);
      let restoreRules = async () => {};
      let insert = inserter(tx, undefined);
      const tables: DumpTable[] = [];
      let said: readonly string[] = [];
      let faultIn: TableJudge = () => undefined;
      await read({
        async begin({ migrations: names }) {
          said = names;
          await applySteps(tx, knownSteps(names));
          faultIn = await judgeTables(tx);
          restoreRules = await suspendRules(tx);
          await emptyTables(tx);
        },
        async table(table) {
          await insert.rest();
          const fault = faultIn(table);
          insert = fault === undefined ? inserter(tx, table) : refusing(fault);
          if (fault === undefined) tables.push(table);
        },
        row: (values) => insert.add(values),
      });
      await insert.rest();
      await requireMigrations(tx, said);
      await continueNumbers(tx, tables);
      await rebuild(tx);
      await restoreRules();
      await finish(tx);
    });
    if (dialectOf(db) === "sqlite") await sql`pragma foreign_keys = on`.execute(db);
  });
}

function knownSteps(names: readonly string[]) {
  const unknown = names.filter((name) => !migrations.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Error(`the backup is of a newer version (it has ${unknown.join(", ")})`);
  }
  return migrations.filter(({ name }) => names.includes(name));
}

/** The journal comes from the rows, while the schema was built by the head of the backup. */
async function requireMigrations(tx: Database, said: readonly string[]): Promise<void> {
  const { applied, unknown } = await migrationStatus(tx);
  const recorded = [...applied, ...unknown].toSorted();
  if (recorded.join() === said.toSorted().join()) return;
  throw new DamagedBackupError("the migrations that the backup names are not those of its rows");
}

/** Drops tables and functions; on SQLite the file is new. */
async function dropEverything(tx: Database): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  // Drops all tables with one statement, since separate ones would each search for dependents.
  await sql`do $$ declare one record; tables text; begin
    select string_agg(c.oid::regclass::text, ',') into tables from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace;
    if tables is not null then execute format('drop table %s cascade', tables); end if;
    for one in select p.oid::regprocedure as name from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and not exists
        (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop execute format('drop function %s cascade', one.name); end loop;
  end $$`.execute(tx);
}

/** Some migrations write rows; the dump contains these rows in their current form. */
async function emptyTables(tx: Database): Promise<void> {
  const found =
    dialectOf(tx) === "sqlite"
      ? sql<{ name: string }>`select name from pragma_table_list where schema = 'main'
          and (type = 'virtual' or type = 'table' and name not like 'words_search%')
          and name not like 'sqlite%'`
      : sql<{ name: string }>`select tablename as name from pg_tables
          where schemaname = current_schema()`;
  const { rows } = await found.execute(tx);
  await runAll(
    tx,
    rows.map(({ name }) => `delete from ${quoted(name)}`),
  );
}

/**
 * Removes triggers and foreign keys, which need rows in an order that a dump does not have.
 *
 * @returns a function that restores them and checks all rows against them
 */
async function suspendRules(tx: Database): Promise<() => Promise<void>> {
  if (dialectOf(tx) === "sqlite") {
    const { rows } = await sql<{ name: string; text: string }>`
      select name, sql as text from sqlite_schema where type = 'trigger'`.execute(tx);
    await runAll(
      tx,
      rows.map(({ name }) => `drop trigger ${quoted(name)}`),
    );
    return async () => {
      await runAll(
        tx,
        rows.map(({ text }) => text),
      );
      const broken = await sql`select 1 from pragma_foreign_key_check limit 1`.execute(tx);
      if (broken.rows.length > 0) throw new Error("rows of the backup refer to missing rows");
    };
  }
  const { rows } = await sql<{ owned: string; name: string; text: string }>`
    select conrelid::regclass::text as owned, conname as name, pg_get_constraintdef(oid) as text
    from pg_constraint where contype = 'f'
      and connamespace = current_schema()::regnamespace`.execute(tx);
  await runAll(
    tx,
    rows.map(({ owned, name }) => `alter table ${owned} drop constraint ${quoted(name)}`),
  );
  await setTriggers(tx, "disable");
  return async () => {
    await setTriggers(tx, "enable");
    const adding = rows.map(
      ({ owned, name, text }) => `alter table ${owned} add constraint ${quoted(name)} ${text}`,
    );
    await runAll(tx, adding);
  };
}

async function setTriggers(tx: Database, state: "enable" | "disable"): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger
    join pg_class c on c.oid = tgrelid
    where not tgisinternal and c.relnamespace = current_schema()::regnamespace`.execute(tx);
  await runAll(
    tx,
    rows.map(({ name }) => `alter table ${name} ${state} trigger user`),
  );
}

/** For a table that may be absent only as long as it has no rows. */
function refusing(fault: string): ReturnType<typeof inserter> {
  return {
    rest: async () => {},
    add() {
      throw new DamagedBackupError(fault);
    },
  };
}

/** Collects rows of a table and inserts many at once. */
function inserter(tx: Database, table: DumpTable | undefined) {
  const width = table?.columns.length ?? 1;
  const most = Math.max(1, Math.min(ROWS_MAX, Math.floor(PARAMETERS_MAX / width)));
  let waiting: StoredValue[] = [];

  async function rest(): Promise<void> {
    if (table === undefined || waiting.length === 0) return;
    const values = waiting;
    waiting = [];
    await tx.executeQuery(CompiledQuery.raw(textFor(tx, table, values.length / width), values));
  }
  return {
    rest,
    add(values: readonly StoredValue[]): Promise<void> | undefined {
      waiting.push(...values);
      return waiting.length >= most * width ? rest() : undefined;
    },
  };
}

function textFor(tx: Database, { table, columns }: DumpTable, rows: number): string {
  const isSqlite = dialectOf(tx) === "sqlite";
  let number = 0;
  const row = () => `(${columns.map(() => (isSqlite ? "?" : `$${(number += 1)}`)).join()})`;
  const list = Array.from({ length: rows }, row).join();
  return `insert into ${quoted(table)} (${columns.map(quoted).join()}) values ${list}`;
}

/**
 * On PostgreSQL, makes the next generated key follow the largest one; SQLite does so on its own.
 */
async function continueNumbers(tx: Database, tables: readonly DumpTable[]): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  const names = tables.map(({ table }) => table);
  const { rows } = await sql<{ name: string; col: string }>`
    select c.relname as name, a.attname as col
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''
      and c.relname = any(${names}::text[])`.execute(tx);
  for (const { name, col } of rows) {
    const highest = sql.raw(`select max(${quoted(col)}) from ${quoted(name)}`);
    await sql`select setval(pg_get_serial_sequence(${name}, ${col}), coalesce((${highest}), 1),
      (${highest}) is not null)`.execute(tx);
  }
}
