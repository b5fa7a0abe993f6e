import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createTestAddress,
  testOptions,
  type TestAddress,
} from "@wordloom/testing/databases/test-database";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { openDatabase } from "../../connection.ts";
import { ftsMatch } from "../../dialect/full-text.ts";
import { queryTokens } from "../../dialect/search-tokens.ts";
import { migrate } from "../../migrate.ts";
import { migrations } from "../index.ts";
import type { Database } from "../../tables.ts";

// A database as the previous release left it: keys in lowercase only.
const clock = { nowMs: () => 1_700_000_000_000, monotonicMs: () => 0 };
const before = migrations.filter(({ name }) => name < "0059");

let address: TestAddress;
let database: Database;

beforeEach(async () => {
  address = await createTestAddress();
  database = await openDatabase(address.url, testOptions);
  await migrate(database, clock, { steps: before });
  await addPlainLearners(database, ["ann", "bob", "cid"]);
});
afterEach(async () => {
  await database.destroy();
  await address.remove();
});

const upgrade = () =>
  migrate(database, clock, { steps: migrations.filter(({ name }) => name < "0060") });

async function insert(table: string, ...rows: Readonly<Record<string, unknown>>[]): Promise<void> {
  for (const row of rows) {
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${names})
      values (${sql.join(Object.values(row))})`.execute(database);
  }
}

async function rowsOf<T>(text: string): Promise<T[]> {
  return (await sql.raw<T>(text).execute(database)).rows;
}

interface Facts {
  readonly text: string;
  readonly meaning?: string;
  readonly pronunciation?: string;
  readonly examples?: readonly string[];
}

async function addWord(id: string, { text, meaning = "", pronunciation, examples }: Facts) {
  await insert("words", {
    id,
    text,
    text_folded: text.toLowerCase(),
    meaning,
    meaning_folded: meaning.toLowerCase(),
    pronunciation: pronunciation ?? null,
    part_of_speech: null,
    difficulty: 0.5,
    examples_json: JSON.stringify(examples ?? []),
    tags_json: "[]",
    created_at_ms: 1,
    updated_at_ms: 1,
  });
}

/** Answers of a learner to a word, and the resulting state. */
async function answer(userId: string, wordId: string, outcomes: readonly boolean[], level = 0.5) {
  const attempts = outcomes.length;
  const bits = outcomes.reduce((sum, right, at) => sum | (Number(right) << at), 0);
  const memory = {
    schema: 2,
    wordId,
    attempts,
    outcomes: [bits],
    streak: 1,
    lapses: outcomes.filter((right) => !right).length,
  };
  await insert("word_states", {
    user_id: userId,
    word_id: wordId,
    state: "learning",
    mastery_level: level,
    next_review_at_ms: 5_000 + attempts,
    half_life_hours: 1,
    correct_streak: 1,
    total_attempts: attempts,
    stability_days: attempts,
    last_answer_at_ms: attempts,

    memory_json: JSON.stringify(memory),
    created_at_ms: 10 - attempts,
    updated_at_ms: attempts,
  });
  for (const [at, right] of outcomes.entries()) {
    await insert("records", {
      id: `${userId}-${wordId}-${at}`,
      user_id: userId,
      word_id: wordId,
      is_correct: Number(right),
      response_time_ms: 1,
      record_type: "all",
      created_at_ms: at,
    });
  }
}

const NFC = "caf\u00e9";
const NFD = "cafe\u0301";

const listWords = () =>
  rowsOf<{ id: string; text: string; key: string; meaning: string }>(
    `select id, text, text_folded as key, meaning from words order by id`,
  );
const listJoined = () =>
  rowsOf<{ former_id: string; word_id: string }>(`select * from joined_words order by former_id`);

async function found(query: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from words where ${ftsMatch(database, queryTokens(query))} order by id
  `.execute(database);
  return rows.map(({ id }) => id);
}

describe("the migration of keys", () => {
  it("composes texts, refolds keys, and finds words by them", async () => {
    await addWord("a", { text: NFD, meaning: "Kaffeehaus fu\u0308r alle", examples: [NFD] });
    await addWord("b", { text: "Ｄon’t", meaning: "\uff33" });
    await addWord("c", { text: "plain", meaning: "plain" });
    await insert(
      "word_model_answers",
      ...["b", "c"].map((word_id) => ({
        word_id,
        topic: "etymology",
        text_folded: word_id === "b" ? "ｄon’t" : "other",
        answer_json: "{}",
        model: "m",
        created_at_ms: 1,
      })),
    );
    await upgrade();
    expect(await listWords()).toEqual([
      { id: "a", text: NFC, key: NFC, meaning: "Kaffeehaus für alle" },
      { id: "b", text: "Ｄon’t", key: "don't", meaning: "\uff33" },
      { id: "c", text: "plain", key: "plain", meaning: "plain" },
    ]);
    expect(await rowsOf(`select examples_json as e from words where id = 'a'`)).toEqual([
      { e: JSON.stringify([NFC]) },
    ]);
    expect([await found(NFC), await found("don't"), await found("für")]).toEqual([
      ["a"],
      ["b"],
      ["a"],
    ]);
    expect(
      await rowsOf(`select text_folded as key from word_model_answers order by word_id`),
    ).toEqual([{ key: "don't" }, { key: "other" }]);
    expect(await listJoined()).toEqual([]);
  });

  it("merges two words into the most answered one, with the content of both", async () => {
    await addWord("few", { text: NFC, meaning: "a place; coffee", pronunciation: "k" });
    await addWord("many", { text: NFD, meaning: "Coffee", examples: ["one"] });
    await answer("ann", "few", [true]);
    await answer("bob", "many", [true, false]);
    await upgrade();
    expect(await listWords()).toEqual([
      { id: "many", text: NFC, key: NFC, meaning: "Coffee; a place" },
    ]);
    expect(await rowsOf(`select pronunciation as p, updated_at_ms as at from words`)).toEqual([
      { p: "k", at: clock.nowMs() },
    ]);
    expect(await listJoined()).toEqual([{ former_id: "few", word_id: "many" }]);
    expect(await found("place")).toEqual(["many"]);
    const table = await rowsOf<{ n: number }>(`select count(*) as n from words_search`);
    expect(Number(table[0]?.n)).toBe(1);
  });

  it("keeps each learner's answers, and the state with more of them", async () => {
    await addWord("w1", { text: NFC });
    await addWord("w2", { text: NFD });
    await answer("ann", "w1", [true, true, false]);
    await answer("ann", "w2", [false, true], 0.9);
    await answer("bob", "w2", [true]);
    await upgrade();
    const states = await rowsOf<Record<string, unknown>>(
      `select user_id, word_id, total_attempts, stability_days, next_review_at_ms,
        last_answer_at_ms, created_at_ms, memory_json
      from word_states order by user_id`,
    );
    const memories = states.map(({ memory_json }) => JSON.parse(String(memory_json)));
    expect(states).toMatchObject([
      {
        user_id: "ann",
        word_id: "w1",
        total_attempts: 5,
        stability_days: 3,
        next_review_at_ms: 5_003,
        last_answer_at_ms: 3,
        created_at_ms: 7,
      },
      { user_id: "bob", word_id: "w1", total_attempts: 1, created_at_ms: 9 },
    ]);
    // The newest is in the lowest bit: true, true, false, then those of the other word: false,
    // true.
    expect(memories).toMatchObject([
      { wordId: "w1", attempts: 5, lapses: 2, outcomes: [0b10011] },
      { wordId: "w1", attempts: 1, outcomes: [1] },
    ]);
    const records = await rowsOf(`select user_id, word_id from records order by id`);
    expect(records).toEqual([
      ...Array.from({ length: 5 }, () => ({ user_id: "ann", word_id: "w1" })),
      { user_id: "bob", word_id: "w1" },
    ]);
  });

  it("keeps notes, marks and positions in books, each once", async () => {
    await addWord("w1", { text: NFC });
    await addWord("w2", { text: NFD });
    await answer("ann", "w1", [true]);
    const marks = [
      ["ann", "w1"],
      ["ann", "w2"],
      ["bob", "w2"],
    ].map(([user_id, word_id]) => ({ user_id, word_id }));
    await insert("word_favorites", ...marks.map((mark) => ({ ...mark, created_at_ms: 1 })));
    await insert(
      "word_notes",
      ...marks.map((mark, n) => ({
        ...mark,
        id: `n${n}`,
        content: "x",
        created_at_ms: 1,
        updated_at_ms: 1,
      })),
    );
    const book = { description: "", type: "system", tags_json: "[]" };
    const times = { created_at_ms: 1, updated_at_ms: 1 };
    await insert("wordbooks", ...["b1", "b2"].map((id) => ({ id, name: id, ...book, ...times })));
    const place = { position: 3, added_at_ms: 1 };
    await insert(
      "wordbook_words",
      { wordbook_id: "b1", word_id: "w1", ...place },
      { wordbook_id: "b1", word_id: "w2", ...place },
      { wordbook_id: "b2", word_id: "w2", ...place },
    );
    await upgrade();
    const listed = (table: string, owner: string) =>
      rowsOf(`select ${owner} as owner, word_id as w from ${table} order by 1, 2`);
    expect(await listed("word_favorites", "user_id")).toEqual([
      { owner: "ann", w: "w1" },
      { owner: "bob", w: "w1" },
    ]);
    expect(await listed("wordbook_words", "wordbook_id")).toEqual([
      { owner: "b1", w: "w1" },
      { owner: "b2", w: "w1" },
    ]);
    expect(await rowsOf(`select word_id as w from word_notes`)).toEqual(
      marks.map(() => ({ w: "w1" })),
    );
  });

  it("keeps in study any word that a learner studies under one of its ids", async () => {
    await addWord("w1", { text: NFC });
    await addWord("w2", { text: NFD });
    await answer("ann", "w1", [true, true]);
    await answer("bob", "w2", [true]);
    const aside = { reason: "known", until_ms: null, created_at_ms: 1 };
    await insert(
      "suspended_words",
      { user_id: "ann", word_id: "w2", ...aside },
      { user_id: "bob", word_id: "w1", ...aside },
      { user_id: "cid", word_id: "w2", ...aside },
    );
    await upgrade();
    expect(await rowsOf(`select user_id, word_id from suspended_words`)).toEqual([
      { user_id: "cid", word_id: "w1" },
    ]);
  });

  it("does not merge words that were distinct before, and prefers the same meaning", async () => {
    await addWord("bank1", { text: "bank", meaning: "shore" });
    await addWord("bank2", { text: "Bank", meaning: "money" });
    await addWord("wide", { text: "ｂａｎｋ", meaning: "Money" });
    await addWord("long1", { text: "don't", meaning: "x".repeat(1_500) });
    await addWord("long2", { text: "don’t", meaning: "y".repeat(1_500) });
    await addWord("accent", { text: "schön" });
    await addWord("plain", { text: "schon" });
    await upgrade();
    expect((await listWords()).map(({ id }) => id)).toEqual([
      ...["accent", "bank1", "bank2", "long1", "long2", "plain"],
    ]);
    expect(await listJoined()).toEqual([{ former_id: "wide", word_id: "bank2" }]);
  });

  it("processes a library of several batches, and can be repeated", async () => {
    for (let n = 0; n < 1_100; n += 1) await addWord(`w${n}`, { text: `wo\u00adrd ${n % 550}’s` });
    await upgrade();
    expect(await listWords()).toHaveLength(1_100);
    await sql`update words set text_folded = text_folded || '!' where seq > 550`.execute(database);
    await sql`delete from schema_migrations where name = '0059-folded-keys'`.execute(database);
    await sql`drop table joined_words`.execute(database);
    await upgrade();
    const words = await listWords();
    expect(words).toHaveLength(550);
    expect(new Set(words.map(({ key }) => key)).size).toBe(550);
    expect(await listJoined()).toHaveLength(550);
  });
});
