import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { features } from "../../../features.ts";
import {
  openTestDatabase,
  testDialect,
  type TestDatabase,
} from "@wordloom/testing/databases/test-database";

// Checks the lists of tables in docs/operating/scale.md: which can be divided by learner as they
// are, which need another key for that, and which all learners share. They are compared with the
// schema itself.
const GUIDE = `${import.meta.dirname}/../../../../../../docs/operating/scale.md`;

/** First column of each table's primary key, on PostgreSQL. */
const KEYS = sql<{ name: string; first: string }>`
  select c.relname as name, a.attname as first
  from pg_index i
  join pg_class c on c.oid = i.indrelid and c.relkind = 'r'
    and c.relnamespace = current_schema()::regnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
  where i.indisprimary`;

const TABLES = sql<{ name: string }>`
  select relname as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace`;

describe.runIf(testDialect === "postgres")("docs/operating/scale.md", () => {
  let test: TestDatabase;
  beforeAll(async () => void (test = await openTestDatabase()));
  afterAll(() => test.close());

  it("lists tables by whether their keys begin with the learner", async () => {
    const { rows: keys } = await KEYS.execute(test.database);
    const { rows: tables } = await TABLES.execute(test.database);
    const first = new Map(keys.map((row) => [row.name, row.first]));
    const learner = new Map(
      features
        .flatMap(({ personalTables = [] }) => [...personalTables])
        // Rows that belong to a row of the learner begin with that row's key.
        .map(({ table, column, of }) => [table as string, of === undefined ? column : ""]),
    );
    const groups: Record<string, string[]> = {
      divided: [],
      "under another key": [],
      shared: [],
    };
    for (const { name } of tables) {
      const column = learner.get(name);
      if (column === undefined) groups["shared"]?.push(name);
      else if (first.get(name) === column) groups["divided"]?.push(name);
      else groups["under another key"]?.push(name);
    }
    const onPage = Object.keys(groups).map((group) => [group, listed(group)]);
    const inSchema = Object.entries(groups).map(([group, names]) => [group, names.toSorted()]);
    expect(Object.fromEntries(onPage)).toEqual(Object.fromEntries(inSchema));
  });
});

/** The tables in the guide's row that begins with this word. */
function listed(group: string): string[] {
  const line = readFileSync(GUIDE, "utf8")
    .split("\n")
    .find((text) => text.startsWith(`| **${group}** |`));
  return [...(line ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name).toSorted();
}
