import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@wordloom/testing/databases/test-database";
import { idsIn, numbersIn, pairTable } from "./bulk.ts";
import { readerByKeys } from "./reader-by-keys.ts";
import type { Database } from "./tables.ts";

let opened: TestDatabase;
let db: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database;
  const rows = [1, 2, 3].map((n) => ({
    user_id: `u${n}`,
    word_id: `w'${n}`,
    created_at_ms: n,
  }));
  await db.insertInto("word_favorites").values(rows).execute();
});
afterAll(() => opened.close());

const byLearner = readerByKeys((on, ids: readonly string[]) =>
  on
    .selectFrom("word_favorites")
    .select("word_id")
    .where(idsIn(on, "user_id", ids))
    .orderBy("word_id")
    .compile(),
);

describe("a reader by keys", () => {
  it.each([
    [[], []],
    [["u2"], ["w'2"]],
    [
      ["u3", "u1", "nobody"],
      ["w'1", "w'3"],
    ],
  ])("reads the rows of %j", async (ids, words) => {
    expect((await byLearner(db, ids)).map((row) => row.word_id)).toEqual(words);
  });

  it("reads by numbers", async () => {
    const byTime = readerByKeys((on, times: readonly number[]) =>
      on
        .selectFrom("word_favorites")
        .select("user_id")
        .where(numbersIn(on, "created_at_ms", times))
        .compile(),
    );
    expect(await byTime(db, [2])).toEqual([{ user_id: "u2" }]);
    expect(await byTime(db, [3, 4])).toEqual([{ user_id: "u3" }]);
  });

  it("reads by pairs, first and second each of their own", async () => {
    const byPair = readerByKeys((on, pairs: readonly (readonly [string, string])[]) =>
      sql<{ user_id: string }>`
        select user_id from ${pairTable(on, pairs)} as asked
        join word_favorites on user_id = asked.a and word_id = asked.b
      `.compile(on),
    );
    const pairs = [
      ["u1", "w'1"],
      ["u1", "w'2"],
    ] as const;
    expect(await byPair(db, pairs)).toEqual([{ user_id: "u1" }]);
    expect(await byPair(db, [["u3", "w'3"]])).toEqual([{ user_id: "u3" }]);
  });

  it("builds its statement once, and runs in the transaction it is given", async () => {
    const build = vi.fn((on: Database, ids: readonly string[]) =>
      on
        .selectFrom("word_favorites")
        .select("word_id")
        .where(idsIn(on, "user_id", ids))
        .compile(),
    );
    const reader = readerByKeys(build);
    const inside = db.transaction().execute(async (tx) => {
      const row = { user_id: "u4", word_id: "w'4", created_at_ms: 4 };
      await tx.insertInto("word_favorites").values(row).execute();
      expect(await reader(tx, ["u4"])).toEqual([{ word_id: "w'4" }]);
      throw new Error("rolled back");
    });
    await expect(inside).rejects.toThrow("rolled back");
    expect(await reader(db, ["u4"])).toEqual([]);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it("refuses a statement whose other parameters it would not pass on", async () => {
    const reader = readerByKeys((on, ids: readonly string[]) =>
      on
        .selectFrom("word_favorites")
        .select("word_id")
        .where(idsIn(on, "user_id", ids))
        .where("created_at_ms", ">", 1)
        .compile(),
    );
    await expect(reader(db, ["u1"])).rejects.toThrow("has other parameters");
  });
});
