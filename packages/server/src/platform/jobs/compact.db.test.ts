import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  openTestDatabase,
  testDialect,
  type TestDatabase,
} from "@wordloom/testing/databases/test-database";
import { compact } from "./compact.ts";

// The disk space of removed rows is released, not just kept for reuse: a table grows to some
// megabytes and is emptied.

let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
  if (testDialect === "postgres") await keepVacuumAway();
});
afterEach(() => test.close());

const going = new AbortController().signal;

/** Otherwise the server's own vacuum would release the space too, or lock the table meanwhile. */
async function keepVacuumAway(): Promise<void> {
  await sql`alter table removed_words set (autovacuum_enabled = false)`.execute(test.database);
}

async function fill(rows: number): Promise<void> {
  const text = "x".repeat(1_000);
  const row = { removed_at_ms: 1 };
  for (let start = 0; start < rows; start += 500) {
    const some = Array.from({ length: 500 }, (_, n) => ({
      ...row,
      word_id: `${start + n} ${text}`,
    }));
    await test.database.insertInto("removed_words").values(some).execute();
  }
}

/** Size in bytes of the table on PostgreSQL, of the whole database on SQLite. */
async function sizeOf(): Promise<number> {
  const size =
    testDialect === "postgres"
      ? sql<{ bytes: number }>`select pg_table_size('removed_words') as bytes`
      : sql<{ bytes: number }>`select page_count * 4096 as bytes from pragma_page_count`;
  return Number((await size.execute(test.database)).rows[0]?.bytes);
}

/** To be polled: PostgreSQL skips a page that it is just writing to the disk. */
async function compacted(): Promise<number> {
  await compact(test.database, "removed_words", going);
  return sizeOf();
}

describe("compact", () => {
  it("releases the space of removed rows", async () => {
    const empty = await sizeOf();
    await fill(4_000);
    const full = await sizeOf();
    expect(full - empty).toBeGreaterThan(4_000_000);
    await test.database.deleteFrom("removed_words").execute();
    expect(await sizeOf()).toBeGreaterThanOrEqual(full);
    await expect.poll(compacted).toBeLessThan(empty * 1.2 + 100_000);
  });

  it.runIf(testDialect === "postgres")("releases what was in use during the last run", async () => {
    const { database } = test;
    const empty = await sizeOf();
    await fill(4_000);
    const isLast = sql<boolean>`word_id like '3000 %'`;
    await database
      .deleteFrom("removed_words")
      .where(sql<boolean>`not ${isLast}`)
      .execute();
    await database.transaction().execute(async (tx) => {
      // A reader in the middle of a page keeps that page as it is.
      await sql`declare reader cursor for select word_id from removed_words`.execute(tx);
      expect((await sql`fetch 1 from reader`.execute(tx)).rows).toHaveLength(1);
      await sql`vacuum (truncate off) removed_words`.execute(database);
    });
    await database.deleteFrom("removed_words").execute();
    expect(await sizeOf()).toBeGreaterThan(empty + 1_000_000);
    await expect.poll(compacted).toBeLessThan(empty * 1.2 + 100_000);
  });

  it("keeps the remaining rows", async () => {
    await fill(500);
    await compact(test.database, "removed_words", going);
    const { rows } = await sql<{ n: number }>`select count(*) as n from removed_words`.execute(
      test.database,
    );
    expect(Number(rows[0]?.n)).toBe(500);
  });

  it.runIf(testDialect === "sqlite")("keeps the size of an older file", async () => {
    await sql`pragma auto_vacuum = none`.execute(test.database);
    await sql`vacuum`.execute(test.database);
    await fill(2_000);
    await test.database.deleteFrom("removed_words").execute();
    const full = await sizeOf();
    await compact(test.database, "removed_words", going);
    expect(await sizeOf()).toBe(full);
  });

  it.runIf(testDialect === "sqlite")("stops on request", async () => {
    await fill(4_000);
    await test.database.deleteFrom("removed_words").execute();
    const stopped = AbortSignal.abort(new Error("stop"));
    await expect(compact(test.database, "removed_words", stopped)).rejects.toThrow("stop");
  });
});
