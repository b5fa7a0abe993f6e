import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openTestDatabase,
  testDialect,
  type TestDatabase,
} from "@wordloom/testing/databases/test-database";
import { schemaSnapshot } from "./schema-snapshot.ts";
import type { Database } from "./tables.ts";

/** Created by `migrate` itself, and intentionally different on the two databases. */
const APART = new Set(["schema_migrations", "words_search"]);

/** Used on PostgreSQL only: see the migrations 0048-answers-by-learner and 0010-content. */
const ONLY_POSTGRES_INDEXES = ["answer_outbox_user_seq", "words_text_prefix"];

const POSTGRES_TYPES: Readonly<Record<string, string>> = {
  bigint: "integer",
  "double precision": "real",
  bytea: "blob",
};

interface Column {
  readonly table_name: string;
  readonly name: string;
  readonly type: string;
  readonly required: number;
  readonly in_key: number;
}

const page = readFileSync(`${import.meta.dirname}/schema.snapshot.sql`, "utf8");
const onPage = new DatabaseSync(":memory:");
onPage.exec(page);

let opened: TestDatabase;
let db: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database;
});
afterAll(async () => {
  await opened.close();
  onPage.close();
});

describe("schema.snapshot.sql", () => {
  it("matches the migrations", () => {
    expect(page === schemaSnapshot(), "run npm run docs").toBe(true);
  });

  it("has the columns of the database under test", async () => {
    expect(described(await listColumns())).toEqual(described(pageColumns()));
  });

  it("has the indexes of the database under test", async () => {
    const expected = testDialect === "postgres" ? ONLY_POSTGRES_INDEXES : [];
    expect(await listIndexes()).toEqual([...pageIndexes(), ...expected].toSorted());
  });
});

/** Sorted lines `table.column type required key`. */
function described(columns: readonly Column[]): string[] {
  return columns
    .filter(({ table_name }) => !APART.has(table_name))
    .map(({ table_name, name, type, required, in_key }) => {
      const plain = POSTGRES_TYPES[type] ?? type.toLowerCase();
      // SQLite reports key columns as nullable; none of them is.
      const marks = `${required || in_key ? " required" : ""}${in_key ? " key" : ""}`;
      return `${table_name}.${name} ${plain}${marks}`;
    })
    .toSorted();
}

const SQLITE_COLUMNS = `
  select t.name as table_name, c.name, c.type, c."notnull" as required, c.pk > 0 as in_key
  from pragma_table_list as t join pragma_table_info(t.name) as c
  where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%'`;

const POSTGRES_COLUMNS = `
  select c.table_name, c.column_name as name, c.data_type as type,
    case c.is_nullable when 'NO' then 1 else 0 end as required,
    case when k.column_name is null then 0 else 1 end as in_key
  from information_schema.columns c
  left join (
    select u.table_name, u.column_name from information_schema.key_column_usage u
    join information_schema.table_constraints t using (constraint_name, table_name)
    where t.constraint_type = 'PRIMARY KEY'
  ) k on k.table_name = c.table_name and k.column_name = c.column_name
  where c.table_schema = 'public'`;

function pageColumns(): Column[] {
  return onPage.prepare(SQLITE_COLUMNS).all() as unknown as Column[];
}

async function listColumns(): Promise<Column[]> {
  const text = testDialect === "sqlite" ? SQLITE_COLUMNS : POSTGRES_COLUMNS;
  return (await sql.raw<Column>(text).execute(db)).rows;
}

const SQLITE_INDEXES = `
  select name, sql like 'create unique%' as is_unique
  from sqlite_schema where type = 'index' and sql is not null`;

const POSTGRES_INDEXES = `
  select c.relname as name, case when i.indisunique then 1 else 0 end as is_unique
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_constraint p where p.conindid = i.indexrelid)`;

interface Index {
  readonly name: string;
  readonly is_unique: number;
}

function pageIndexes(): string[] {
  return named(onPage.prepare(SQLITE_INDEXES).all() as unknown as Index[]);
}

async function listIndexes(): Promise<string[]> {
  const text = testDialect === "sqlite" ? SQLITE_INDEXES : POSTGRES_INDEXES;
  return named((await sql.raw<Index>(text).execute(db)).rows);
}

function named(indexes: readonly Index[]): string[] {
  return indexes
    .filter(({ name }) => name !== "words_search_tokens")
    .map(({ name, is_unique }) => `${name}${is_unique ? " unique" : ""}`)
    .toSorted();
}
