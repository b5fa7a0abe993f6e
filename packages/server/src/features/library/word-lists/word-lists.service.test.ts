import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { afterFirst } from "../../../testing/app/after-first.ts";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { removeDeadImports } from "../library-imports/library-imports.service.ts";
import { createOwnBook, listBookContents } from "../wordbooks/wordbooks.service.ts";
import { countOwnWords } from "../words/words.service.ts";
import { addWordList } from "./word-lists.service.ts";

const ann = { kind: "learner", id: "ann", sessionId: "s1" } as const;
const never = new AbortController().signal;
const LINES = 500;
const text = Array.from({ length: LINES }, (_, n) => `word${n}\tmeaning ${n}`).join("\n");
const list = { text, onDuplicate: "own", keepUnknown: false } as const;

let needs: LibraryNeeds;
let bookId: string;
beforeAll(async () => {
  needs = await openLibraryNeeds();
});
beforeEach(async () => {
  await needs.clear();
  bookId = (await createOwnBook(needs, ann, { name: "Book", description: "" })).id;
});
afterAll(() => needs.close());

/** Provides this many ids, then behaves as if the process had ended. */
function idsFor(count: number): LibraryNeeds["ids"] {
  let left = count;
  const next = () => {
    left -= 1;
    if (left < 0) throw new Error("the process ended");
    return needs.ids.next();
  };
  return { ...needs.ids, next };
}

async function counts() {
  const inBook = (await listBookContents(needs.database, [bookId])).get(bookId)?.words ?? 0;
  const books = await needs.database.selectFrom("wordbooks").select("id").execute();
  return { words: await countOwnWords(needs.database, ann.id), inBook, books: books.length };
}

describe("addWordList", () => {
  it("adds nothing and leaves nothing behind when it fails midway", async () => {
    const attempt = addWordList({ ...needs, ids: idsFor(LINES - 50) }, ann, bookId, list);
    await expect(attempt).rejects.toThrow("ended");
    expect(await counts()).toMatchObject({ words: 400, inBook: 0 });
    await removeDeadImports(needs, never);
    expect(await counts()).toEqual({ words: 0, inBook: 0, books: 1 });
  });

  it("adds nothing to a book that is deleted meanwhile", async () => {
    const remove = () => needs.database.deleteFrom("wordbooks").where("id", "=", bookId).execute();
    const database = needs.database.withPlugin(afterFirst(remove));
    const attempt = addWordList({ ...needs, database }, ann, bookId, list);
    await expect(attempt).rejects.toMatchObject({ code: "NOT_FOUND" });
    await removeDeadImports(needs, never);
    expect(await counts()).toEqual({ words: 0, inBook: 0, books: 0 });
  });

  it("keeps each word once when two lists with the same words arrive together", async () => {
    const results = await Promise.all([
      addWordList(needs, ann, bookId, list),
      addWordList(needs, ann, bookId, list),
    ]);
    expect(results.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, LINES]);
    expect(await counts()).toEqual({ words: LINES, inBook: LINES, books: 1 });
  });
});
