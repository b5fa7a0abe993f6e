import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@wordloom/testing/databases/test-database";
import type { Database } from "../tables.ts";
import { ftsMatch, ftsRemove, ftsReplace } from "./full-text.ts";
import { queryTokens, searchTokens } from "./search-tokens.ts";

let opened: TestDatabase;
let db: Database;

const library = ["abandon 放弃", "habit 习惯", "学习 study", "it's café", "x 𠮷", "!!!"];

beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.database;
  for (const [index, text] of library.entries()) await addWord(index + 1, text);
  await ftsReplace(
    db,
    library.map((text, index) => ({ seq: index + 1, tokens: searchTokens(text) })),
  );
});
afterAll(() => opened.close());

async function addWord(seq: number, text: string): Promise<void> {
  await sql`insert into words (seq, id, text, text_folded, meaning, meaning_folded, difficulty,
      examples_json, tags_json, created_at_ms, updated_at_ms)
    values (${seq}, ${`w${seq}`}, ${text}, ${text}, '', '', 0.5, '[]', '[]', 1, 1)`.execute(db);
}

async function find(query: string): Promise<number[]> {
  const rows = await db
    .selectFrom("words")
    .select("seq")
    .where(ftsMatch(db, queryTokens(query)))
    .orderBy("seq")
    .execute();
  return rows.map((row) => row.seq);
}

describe("ftsMatch", () => {
  it.each([
    ["one Chinese character", "习", [2, 3]],
    ["two Chinese characters", "学习", [3]],
    ["every word by a lone letter", "x", [1, 2, 3, 4, 5, 6]],
    ["the middle of a word", "ban", [1]],
    ["a word whatever its case", "HABIT", [2]],
    ["an accented letter", "fé", [4]],
    ["not the letter without its accent", "fe", []],
    ["a rare character beyond the basic plane", "𠮷", [5]],
    ["several words together", "study 学", [3]],
    ["a text with the letter pairs of a query with punctuation", "it's", [2, 4]],
    ["nothing that is not there", "zebra", []],
    ["every word when the query has no letters", "!?", [1, 2, 3, 4, 5, 6]],
  ])("finds %s", async (_name, query, seqs) => {
    expect(await find(query)).toEqual(seqs);
  });
});

describe("ftsReplace", () => {
  it("replaces the old tokens", async () => {
    await addWord(7, "before");
    await ftsReplace(db, [{ seq: 7, tokens: searchTokens("before") }]);
    await ftsReplace(db, [{ seq: 7, tokens: searchTokens("qqq") }]);
    expect(await find("before")).toEqual([]);
    expect(await find("qq")).toEqual([7]);
  });

  it("accepts an entry without tokens", async () => {
    await addWord(8, "…");
    await ftsReplace(db, [{ seq: 8, tokens: [] }]);
    expect(await find("…")).toContain(8);
  });
});

describe("ftsRemove", () => {
  it("removes entries, ignoring unknown and empty lists", async () => {
    await addWord(9, "kiwi");
    await ftsReplace(db, [{ seq: 9, tokens: searchTokens("kiwi") }]);
    await ftsRemove(db, [9, 999]);
    await ftsRemove(db, []);
    expect(await find("kiwi")).toEqual([]);
  });
});
