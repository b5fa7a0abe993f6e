import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../platform/database/tables.ts";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { newWordState, saveWordStates } from "../../progress/word-states/word-states.service.ts";
import { cleanWord, toColumns } from "../../library/words/word-draft.ts";
import { insertWords } from "../../library/words/words.repo.ts";
import { listOpenWordIds, type TodayWordsQuery } from "./today-words.repo.ts";

const NOW_MS = 1_000;
let db: Database;
beforeEach(async () => {
  db = await openCleanDatabase();
});
afterAll(closeCleanDatabase);

const list = (query: Partial<TodayWordsQuery> = {}) =>
  listOpenWordIds(db, {
    userId: "u1",
    wordbookIds: [],
    languages: [],
    nowMs: NOW_MS,
    dayStartMs: 0,
    dayEndMs: NOW_MS + 1,
    limit: 20,
    ...query,
  });

/** Words in the order of the library. */
async function library(...ids: string[]): Promise<void> {
  const times = { created_at_ms: 0, updated_at_ms: 0 };
  const ofLibrary = { owner_id: null, based_on: null };
  const said = toColumns(cleanWord({ text: "t", meaning: "m" }));
  await insertWords(
    db,
    ids.map((id) => ({ id, ...said, ...times, ...ofLibrary })),
  );
}

async function book(id: string, ...wordIds: string[]): Promise<void> {
  const entries = wordIds.map((word_id, position) => ({
    wordbook_id: id,
    word_id,
    position,
    added_at_ms: 0,
  }));
  await db.insertInto("wordbook_words").values(entries).execute();
}

async function states(reviews: Readonly<Record<string, number | null>>): Promise<void> {
  const rows = Object.entries(reviews).map(([wordId, next_review_at_ms]) => ({
    ...newWordState("u1", wordId, 0),
    state: "reviewing" as const,
    next_review_at_ms,
  }));
  await saveWordStates(db, rows);
}

describe("listOpenWordIds", () => {
  it("lists due reviews first, then unseen words, then the rest", async () => {
    await library("rest", "undated", "new1", "due2", "due1", "new2");
    await states({ rest: NOW_MS + 1, undated: null, due1: 1, due2: NOW_MS });
    const order = ["due1", "due2", "new1", "new2", "undated", "rest"];
    expect(await list()).toEqual(order);
    expect(await list({ limit: 3 })).toEqual(order.slice(0, 3));
  });

  it("lists words of the selected books only, by their lowest position in them", async () => {
    await library("a", "b", "c", "d", "e");
    await book("b1", "d", "b", "a");
    await book("b2", "c", "gone", "b", "d");
    await states({ a: 1, e: 1 });
    expect(await list({ wordbookIds: ["b1", "b2"] })).toEqual(["a", "c", "d", "b"]);
    expect(await list({ wordbookIds: ["b2"], limit: 2 })).toEqual(["c", "b"]);
  });

  it("accepts the largest number of selected books", async () => {
    await library("a");
    await book("b500", "a");
    const wordbookIds = Array.from({ length: 500 }, (_, n) => `b${n + 1}`);
    expect(await list({ wordbookIds })).toEqual(["a"]);
  });
});
