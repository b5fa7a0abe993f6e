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
import { queryTokens, tokensOfOwner } from "../../dialect/search-tokens.ts";
import { migrate } from "../../migrate.ts";
import type { Database } from "../../tables.ts";
import { migrations } from "../index.ts";
import { returnPastedWords } from "./return-pasted-words.ts";

const NOW_MS = 1_700_000_000_000;
const clock = { nowMs: () => NOW_MS, monotonicMs: () => 0 };
const before = migrations.filter(({ name }) => name < "0065");

let address: TestAddress;
let database: Database;
let reports: (readonly [string, object])[];

beforeEach(async () => {
  address = await createTestAddress();
  database = await openDatabase(address.url, testOptions);
  await migrate(database, clock, { steps: before });
  await addPlainLearners(database, ["ann", "bob", "cid"]);
  reports = [];
});
afterEach(async () => {
  await database.destroy();
  await address.remove();
});

const upgrade = () =>
  migrate(database, clock, { report: (step, figures) => void reports.push([step, figures]) });

async function insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names})
    values (${sql.join(Object.values(row))})`.execute(database);
}

async function rowsOf<T>(text: string): Promise<T[]> {
  return (await sql.raw<T>(text).execute(database)).rows;
}

async function addWord(id: string, { tags = ["imported"], atMs = 1 } = {}): Promise<void> {
  const times = { created_at_ms: atMs, updated_at_ms: atMs };
  const said = { text: id, text_folded: id, meaning: `of ${id}`, meaning_folded: `of ${id}` };
  const lists = { examples_json: "[]", tags_json: JSON.stringify(tags) };
  await insert("words", { id, ...said, ...lists, ...times, difficulty: 0.5 });
}

async function addBook(id: string, userId: string | null, ...wordIds: string[]): Promise<void> {
  const times = { created_at_ms: 1, updated_at_ms: 1 };
  const type = userId === null ? "system" : "user";
  await insert("wordbooks", {
    ...{ id, name: id, description: "", type, user_id: userId, tags_json: "[]" },
    ...times,
  });
  for (const [position, wordId] of wordIds.entries()) {
    const place = { position, added_at_ms: NOW_MS + (userId === "ann" ? 0 : 1) };
    await insert("wordbook_words", { wordbook_id: id, word_id: wordId, ...place });
  }
}

async function audit(action: string, targetId: string | null, atMs = 1): Promise<void> {
  await insert("audit_log", {
    ...{ admin_id: "a1", action, target_type: targetId === null ? null : "word" },
    ...{ target_id: targetId, metadata_json: "{}", outcome: "success", started_at_ms: atMs },
  });
}

const ownersOf = async () => {
  const rows = await rowsOf<{ id: string; owner_id: string | null }>(
    "select id, owner_id from words order by id",
  );
  return Object.fromEntries(rows.map((row) => [row.id, row.owner_id]));
};

describe("words from before that only learners have added", () => {
  it("become own words of the only learner who has them in a book", async () => {
    await addWord("diary");
    await addBook("b", "ann", "diary");
    await upgrade();
    expect(await ownersOf()).toEqual({ diary: "ann" });
    expect(reports).toEqual([["0066-pasted-words", { words: 1, copies: 0, learners: 1 }]]);
  });

  it("stay in the library if it has them from elsewhere", async () => {
    await addWord("system");
    await addWord("created", { tags: [] });
    await addWord("batch", { tags: [], atMs: 50_000 });
    await addWord("fetched", { atMs: 500_000 });
    await addWord("center", { tags: ["imported", "wb-center", "cet4"] });
    await addWord("recent center");
    await addWord("starter");
    await addWord("nobody");
    await addBook("s", null, "system");
    await addBook("b", "ann", "system", "created", "batch", "fetched", "center", "recent center");
    await addBook("c", "bob", "starter");
    await audit("word.update", "created");
    await audit("word.create_batch", null, 50_005);
    await audit("word.import", null, 540_000);
    await insert("wordbook_import_words", {
      ...{ wordbook_id: "b", word_id: "recent center", text_folded: "recent center" },
    });
    await insert("starter_words", { word_id: "starter", language: "en", fingerprint: "f" });
    await upgrade();
    expect(new Set(Object.values(await ownersOf()))).toEqual(new Set([null]));
    expect(reports).toEqual([]);
  });

  it("are there once for each of several learners, with what each knows of them", async () => {
    await addWord("zebra");
    await addBook("b", "ann", "zebra");
    await addBook("c", "bob", "zebra");
    for (const userId of ["ann", "bob"]) {
      await insert("word_states", {
        ...{ user_id: userId, word_id: "zebra", state: "learning", mastery_level: 0.1 },
        ...{ half_life_hours: 1, correct_streak: 0, total_attempts: 1, stability_days: 1 },
        ...{ created_at_ms: NOW_MS + 5, updated_at_ms: 1 },
        memory_json: JSON.stringify({ wordId: "zebra", attempts: 1 }),
      });
      await insert("records", {
        ...{ id: `r-${userId}`, user_id: userId, word_id: "zebra", is_correct: 1 },
        ...{ response_time_ms: 1, record_type: "all", created_at_ms: 1 },
      });
      const about = { user_id: userId, word_id: "zebra", created_at_ms: NOW_MS + 9 };
      await insert("word_favorites", about);
      await insert("word_notes", {
        ...about,
        ...{ id: `n-${userId}`, content: "x", updated_at_ms: 1 },
      });
    }
    await insert("answer_outbox", {
      ...{ user_id: "bob", client_record_id: "c1", accepted_at_ms: 1, run_after_ms: 1 },
      draft_json: JSON.stringify({ wordId: "zebra", isCorrect: true }),
    });
    await insert("word_ratings", { word_id: "zebra", rating_json: "{}", updated_at_ms: 1 });
    await upgrade();
    const owners = await ownersOf();
    const copy = Object.keys(owners).find((id) => id !== "zebra") ?? "";
    expect(owners).toEqual({ zebra: "ann", [copy]: "bob" });
    for (const table of ["word_states", "records", "word_favorites", "word_notes"]) {
      const rows = await rowsOf(`select user_id, word_id from ${table} order by user_id`);
      expect(rows, table).toEqual([
        { user_id: "ann", word_id: "zebra" },
        { user_id: "bob", word_id: copy },
      ]);
    }
    expect(
      await rowsOf("select wordbook_id, word_id from wordbook_words order by wordbook_id"),
    ).toEqual([
      { wordbook_id: "b", word_id: "zebra" },
      { wordbook_id: "c", word_id: copy },
    ]);
    const [memory] = await rowsOf<{ memory_json: string }>(
      "select memory_json from word_states where user_id = 'bob'",
    );
    expect(JSON.parse(memory?.memory_json ?? "")).toEqual({ wordId: copy, attempts: 1 });
    const [waiting] = await rowsOf<{ draft_json: string }>("select draft_json from answer_outbox");
    expect(JSON.parse(waiting?.draft_json ?? "")).toMatchObject({ wordId: copy });
    expect(await rowsOf("select * from moved_words")).toEqual([
      { user_id: "bob", former_id: "zebra", word_id: copy },
    ]);
    expect(await rowsOf("select word_id from word_ratings")).toHaveLength(2);
    expect(reports).toEqual([["0066-pasted-words", { words: 1, copies: 1, learners: 2 }]]);
  });

  it("are found by their owners only", async () => {
    await addWord("diary");
    await addBook("b", "ann", "diary");
    await upgrade();
    const found = async (ownerId: string | null) => {
      const match = ftsMatch(database, tokensOfOwner(queryTokens("diary"), ownerId));
      const rows = await database.selectFrom("words").select("id").where(match).execute();
      return rows.map(({ id }) => id);
    };
    expect([await found("ann"), await found("bob"), await found(null)]).toEqual([
      ["diary"],
      [],
      [],
    ]);
  });

  it("are given back once, however often it is tried", async () => {
    await addWord("diary");
    await addBook("b", "ann", "diary");
    await addBook("c", "bob", "diary");
    await upgrade();
    const after = await ownersOf();
    await returnPastedWords(database, NOW_MS, () => expect.unreachable("nothing was left"));
    expect(await ownersOf()).toEqual(after);
  });
});
