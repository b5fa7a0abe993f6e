import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  openTestDatabase,
  testDialect,
  type TestDatabase,
} from "@wordloom/testing/databases/test-database";
import { upsertMany, type BulkTarget } from "./bulk.ts";
import type { Database } from "./tables.ts";

let opened: TestDatabase;
let db: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database;
});
afterAll(() => opened.close());

const FAVORITES: BulkTarget = {
  table: "word_favorites",
  columns: { user_id: "text", word_id: "text", created_at_ms: "integer" },
  key: ["user_id", "word_id"],
};

/** Writes this many favorites of a learner; the time of each is its number. */
function write(userId: string, count: number): Promise<number> {
  const rows = Array.from({ length: count }, (_, n) => ({
    user_id: userId,
    word_id: `w${n}`,
    created_at_ms: n,
  }));
  return upsertMany(db, FAVORITES, rows);
}

describe("upsertMany", () => {
  it.each([0, 1, 2, 63, 64, 65, 200])("writes each of %i rows once", async (count) => {
    const userId = `learner of ${count}`;
    expect(await write(userId, count)).toBe(count);
    const rows = await db
      .selectFrom("word_favorites")
      .select(["word_id", "created_at_ms"])
      .where("user_id", "=", userId)
      .orderBy("created_at_ms")
      .execute();
    const wanted = Array.from({ length: count }, (_, n) => ({
      word_id: `w${n}`,
      created_at_ms: n,
    }));
    expect(rows).toEqual(wanted);
  });

  it("needs few statements for any number of rows, because each stays prepared", async () => {
    const queries = vi.spyOn(db, "executeQuery");
    for (let count = 1; count <= 100; count += 1) await write("busy", count);
    const texts = new Set(queries.mock.calls.map(([query]) => (query as { sql: string }).sql));
    queries.mockRestore();
    expect(texts.size).toBe(testDialect === "postgres" ? 1 : 7);
  });
});
