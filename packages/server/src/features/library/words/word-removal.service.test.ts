import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tables } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { tablesOf } from "../../../testing/rows/mentions.ts";
import { addFavorite } from "../favorites/favorites.service.ts";
import { createNote } from "../notes/notes.service.ts";
import { createWord, deleteWord, dropUnusedWords, listOwners } from "./words.service.ts";

let needs: LibraryNeeds;
beforeAll(async () => void (needs = await openLibraryNeeds()));
afterAll(() => needs.close());

const REFERRING = [
  "wordbook_words",
  "wordbook_import_words",
  "word_favorites",
  "word_notes",
  "suspended_words",
  "word_states",
  "word_ratings",
] as const satisfies readonly (keyof Tables)[];

/** Tables of past events, and the list of the removed words themselves. */
const KEPT = ["notifications", "records", "removed_words"];

const ada = { id: "ada", kind: "learner", sessionId: "s1" } as const;
const at = { created_at_ms: 1, updated_at_ms: 1 };

async function referTo(wordId: string): Promise<void> {
  const { database } = needs;
  const word = { word_id: wordId };
  const own = { ...word, user_id: "u1" };
  const entry = { ...word, wordbook_id: "b1", position: 0, added_at_ms: 1 };
  const imported = { ...word, wordbook_id: "b1", text_folded: "x" };
  const figures = { correct_streak: 0, total_attempts: 1, stability_days: 0, half_life_hours: 1 };
  const dates = { next_review_at_ms: null, last_answer_at_ms: null, memory_json: null };
  const state = { ...own, ...figures, ...dates, ...at, state: "new", mastery_level: 0 } as const;
  const record = { ...own, id: `r-${wordId}`, is_correct: 1, response_time_ms: 1 };
  const rest = { session_id: null, self_rating: null, question_mode: null, details_json: null };
  const note = { ...own, ...at, id: `n-${wordId}`, content: "x" };

  await database.insertInto("wordbook_words").values(entry).execute();
  await database.insertInto("wordbook_import_words").values(imported).execute();
  await database
    .insertInto("word_favorites")
    .values({ ...own, created_at_ms: 1 })
    .execute();
  await database.insertInto("word_notes").values(note).execute();
  await database
    .insertInto("suspended_words")
    .values({ ...own, reason: "known", until_ms: null, created_at_ms: 1 })
    .execute();
  await database.insertInto("word_states").values(state).execute();
  await database
    .insertInto("word_ratings")
    .values({ ...word, rating_json: "{}", updated_at_ms: 1 })
    .execute();
  await database
    .insertInto("records")
    .values({ ...record, ...rest, record_type: "all", client_record_id: null, created_at_ms: 1 })
    .execute();
}

async function countRows(table: keyof Tables, wordId: string): Promise<number> {
  const rows = await needs.database
    .selectFrom(table as "word_states")
    .select("word_id")
    .where("word_id", "=", wordId)
    .execute();
  return rows.length;
}

describe("deleteWord", () => {
  it("removes all rows about the word, except records, and none about other words", async () => {
    const gone = await createWord(needs, { text: "gone", meaning: "x" });
    const kept = await createWord(needs, { text: "kept", meaning: "x" });
    await referTo(gone.id);
    await referTo(kept.id);
    await deleteWord(needs, gone.id);
    for (const table of REFERRING) {
      expect(await countRows(table, gone.id), table).toBe(0);
      expect(await countRows(table, kept.id), table).toBe(1);
    }
    expect(await countRows("records", gone.id)).toBe(1);
  });

  it("covers every table with rows about words, except those that keep them", async () => {
    const listed = new Set<string>(needs.wordTables.map(({ table }) => table));
    const naming = (await tablesOf(needs.database)).filter(({ columns }) =>
      columns.some(({ name }) => name === "word_id"),
    );
    const others = naming.map(({ name }) => name).filter((name) => !listed.has(name));
    expect(others.toSorted()).toEqual(KEPT);
  });

  it("leaves no rows that learners add at the same time", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createWord(needs, { text: "going", meaning: "x" });
      const store = () => [
        addFavorite(needs, ada, id),
        createNote(needs, ada, { wordId: id, content: "x" }),
      ];
      await Promise.allSettled([...store(), deleteWord(needs, id), ...store()]);
      expect(await countRows("word_favorites", id)).toBe(0);
      expect(await countRows("word_notes", id)).toBe(0);
    }
  });
});

describe("dropUnusedWords", () => {
  it("keeps words in use", async () => {
    const used = await createWord(needs, { text: "used", meaning: "x" });
    const idle = await createWord(needs, { text: "idle", meaning: "x" });
    await referTo(used.id);
    const ids = [used.id, idle.id];
    await transact(needs.database, (tx) => dropUnusedWords(needs, tx, ids));
    expect([...(await listOwners(needs.database, ids)).keys()]).toEqual([used.id]);
  });

  it("keeps a word that a learner starts to use at the same time", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createWord(needs, { text: "idle", meaning: "x" });
      const [favorite] = await Promise.allSettled([
        addFavorite(needs, ada, id),
        transact(needs.database, (tx) => dropUnusedWords(needs, tx, [id])),
      ]);
      const isKept = favorite.status === "fulfilled" ? 1 : 0;
      expect(await countRows("word_favorites", id)).toBe(isKept);
      expect(await listOwners(needs.database, [id])).toHaveProperty("size", isKept);
    }
  });
});
