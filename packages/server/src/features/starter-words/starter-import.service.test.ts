import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openLibraryNeeds, type LibraryNeeds } from "../../testing/library-needs.ts";
import { listSystemBooks } from "../wordbooks/wordbooks.service.ts";
import { countWords, createWord, listLibrary } from "../words/words.service.ts";
import { importStarterWords } from "./starter-import.service.ts";
import type { StarterContent } from "./starter-words.service.ts";

let needs: LibraryNeeds;
beforeAll(async () => void (needs = await openLibraryNeeds({ STARTER_WORDBOOKS: "true" })));
beforeEach(() => needs.clear());
afterAll(() => needs.close());

const content: StarterContent = {
  words: ["go", "see", "idea"].map((text, index) => ({
    text,
    meaning: `meaning of ${text}`,
    partOfSpeech: "verb",
    pronunciation: null,
    examples: [],
    difficulty: index / 2,
    tags: ["core"],
  })),
  books: [
    { name: "Two", description: "The first two", wordTexts: ["go", "see"] },
    { name: "Three", description: "All", wordTexts: ["go", "see", "idea"] },
  ],
};
const build = async () => content;

async function entriesOf(bookId: string | undefined): Promise<string[]> {
  const rows = await needs.database
    .selectFrom("wordbook_words")
    .innerJoin("words", "words.id", "wordbook_words.word_id")
    .select("words.text")
    .where("wordbook_id", "=", bookId ?? "")
    .orderBy("position")
    .execute();
  return rows.map(({ text }) => text);
}

describe("importStarterWords", () => {
  it("creates words and system books, in the order of frequency", async () => {
    expect(await importStarterWords(needs, build)).toBe("imported");
    const books = await listSystemBooks(needs.database);
    const byName = new Map(books.map((book) => [book.name, book]));
    expect(byName.get("Two")).toMatchObject({ type: "system", userId: null, wordCount: 2 });
    expect(await entriesOf(byName.get("Three")?.id)).toEqual(["go", "see", "idea"]);
    const [go] = (await listLibrary(needs, { page: 1 })).data;
    expect(go).toMatchObject({ text: "go", meaning: "meaning of go", tags: ["core"] });
    expect(go?.difficulty).toBe(0);
  });

  it("runs only once, even if an operator has deleted the books", async () => {
    await importStarterWords(needs, build);
    await needs.database.deleteFrom("wordbooks").execute();
    const never = vi.fn(build);
    expect(await importStarterWords(needs, never)).toBe("skipped");
    expect(never).not.toHaveBeenCalled();
    expect(await listSystemBooks(needs.database)).toEqual([]);
  });

  it("runs only once with several processes starting together", async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => importStarterWords(needs, build)));
    expect(outcomes.toSorted()).toEqual(["imported", "skipped", "skipped"]);
    expect(await countWords(needs.database)).toBe(3);
    expect(await listSystemBooks(needs.database)).toHaveLength(2);
  });

  it("uses words already in the library", async () => {
    const mine = await createWord(needs, { text: "Idea", meaning: "mine" });
    await importStarterWords(needs, build);
    expect(await countWords(needs.database)).toBe(3);
    const books = await listSystemBooks(needs.database);
    const three = books.find(({ name }) => name === "Three");
    expect(await entriesOf(three?.id)).toContain("Idea");
    expect((await listLibrary(needs, { page: 1, search: "idea" })).data).toEqual([mine]);
  });

  it("does nothing when switched off", async () => {
    const settings = { ...needs.settings, STARTER_WORDBOOKS: false };
    expect(await importStarterWords({ ...needs, settings }, build)).toBe("skipped");
    expect(await countWords(needs.database)).toBe(0);
  });

  it("retries at the next start after a failure to build the words", async () => {
    const broken = () => Promise.reject(new Error("no word list"));
    await expect(importStarterWords(needs, broken)).rejects.toThrow("no word list");
    expect(await importStarterWords(needs, build)).toBe("imported");
  });

  it("is completed by the next start after an interruption before the books", async () => {
    let left = content.words.length;
    const next = () => {
      if (left === 0) throw new Error("the process ended");
      left -= 1;
      return needs.ids.next();
    };
    const ids = { ...needs.ids, next };
    await expect(importStarterWords({ ...needs, ids }, build)).rejects.toThrow("process ended");
    expect(await listSystemBooks(needs.database)).toEqual([]);
    expect(await importStarterWords(needs, build)).toBe("imported");
    expect(await countWords(needs.database)).toBe(3);
    expect(await listSystemBooks(needs.database)).toHaveLength(2);
  });
});
