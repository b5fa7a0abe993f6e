import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { bookFile, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { listBookWords, listOwnBooks } from "../wordbooks/wordbooks.service.ts";
import { countWords, createWord, listLibrary } from "../words/words.service.ts";
import { withSentBook } from "./center-client.service.ts";
import { storeBook } from "./center-import.service.ts";

const ann = { kind: "learner", id: "ann", sessionId: "s1" } as const;
const source = "https://c.example/wordbooks/demo.json";

let needs: LibraryNeeds;
beforeAll(async () => void (needs = await openLibraryNeeds()));
beforeEach(() => needs.clear());
afterAll(() => needs.close());

describe("storeBook", () => {
  it("maps remote words", async () => {
    const fields = { phonetic: "/æ/", meanings: ["苹果", "fruit"], examples: ["x"] };
    const remote = remoteWord(" Apple ", fields);
    const { wordbook } = await storeBook(needs, "ann", source, bookFile(remoteBook([remote])));
    const page = await listBookWords(needs, ann, wordbook.id, { page: 1 });
    expect(page.data).toMatchObject([
      {
        text: "Apple",
        meaning: "苹果; fruit",
        pronunciation: "/æ/",
        difficulty: 0.5,
        examples: ["x"],
        tags: ["imported", "wb-center", "demo"],
      },
    ]);
  });

  it("links a word already in the library, ignoring case, without changing it", async () => {
    const known = await createWord(needs, { text: "Apple", meaning: "mine" });
    const remote = bookFile(remoteBook([remoteWord("APPLE"), remoteWord("pear")]));
    const result = await storeBook(needs, "ann", source, remote);
    expect(result).toMatchObject({ wordsImported: 1, wordsSkipped: 1, wordbook: { wordCount: 2 } });
    const { data } = await listBookWords(needs, ann, result.wordbook.id, { page: 1 });
    expect(data[0]).toEqual(known);
  });

  it("keeps the meanings of a book that explains its words in another language", async () => {
    const known = await createWord(needs, { text: "turn", meaning: "to move around" });
    const meanings = { turn: "Wendung", evening: "Abend", about: "ungefähr", ability: "Fähigkeit" };
    const words = Object.entries(meanings).map(([spelling, meaning]) =>
      remoteWord(spelling, { meanings: [meaning] }),
    );
    const sent = Readable.from([Buffer.from(JSON.stringify(remoteBook(words)))]);
    const { wordbook } = await withSentBook(needs, sent, (file) =>
      storeBook(needs, "ann", source, file),
    );
    const { data } = await listBookWords(needs, ann, wordbook.id, { page: 1 });
    expect(Object.fromEntries(data.map(({ text, meaning }) => [text, meaning]))).toEqual(meanings);
    expect(new Set(data.map((word) => word.meaningLanguage))).toEqual(new Set(["de"]));
    expect((await listLibrary(needs, null, { page: 1, search: "turn" })).data).toContainEqual(
      known,
    );
  });

  it("counts blank, repeated and overlong words as skipped", async () => {
    const words = ["a", " ", "A", "x".repeat(201), "b"].map((spelling) => remoteWord(spelling));
    const long = remoteWord("c", { examples: ["x".repeat(1001)] });
    const result = await storeBook(needs, "ann", source, bookFile(remoteBook([...words, long])));
    expect(result).toMatchObject({ wordsImported: 2, wordsSkipped: 4, wordbook: { wordCount: 2 } });
  });

  it("makes imported words searchable", async () => {
    await storeBook(
      needs,
      "ann",
      source,
      bookFile(remoteBook([remoteWord("apple", { meanings: ["苹果"] })])),
    );
    const found = await listLibrary(needs, null, { page: 1, search: "果" });
    expect(found.data.map(({ text }) => text)).toEqual(["apple"]);
  });

  it("shortens names and descriptions to the limits of wordbooks", async () => {
    const long = { name: "名".repeat(101), description: "d".repeat(1001) };
    const { wordbook } = await storeBook(needs, "ann", source, bookFile(remoteBook([], long)));
    expect(wordbook.name).toBe("名".repeat(100));
    expect(wordbook.description).toBe("d".repeat(1000));
  });

  it("refuses the second of two concurrent imports and stores no part of it", async () => {
    const remote = bookFile(remoteBook([remoteWord("a"), remoteWord("b")]));
    const both = [1, 2].map(() => storeBook(needs, "ann", source, remote));
    const outcomes = await Promise.allSettled(both);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "WB_CENTER_ALREADY_IMPORTED" } }]);
    expect(await listOwnBooks(needs.database, ann)).toHaveLength(1);
    expect(await countWords(needs.database)).toBe(2);
  });

  it("creates each word once when many learners import a book concurrently", async () => {
    const words = Array.from({ length: 50 }, (_, index) => remoteWord(`w${index}`));
    const learners = ["ann", "bob", "cid", "dee", null];
    await Promise.all(
      learners.map((id) => storeBook(needs, id, source, bookFile(remoteBook(words)))),
    );
    expect(await countWords(needs.database)).toBe(50);
  });

  it("imports a deleted book again", async () => {
    const { wordbook } = await storeBook(
      needs,
      "ann",
      source,
      bookFile(remoteBook([remoteWord("a")])),
    );
    await needs.database.deleteFrom("wordbooks").where("id", "=", wordbook.id).execute();
    const again = await storeBook(needs, "ann", source, bookFile(remoteBook([remoteWord("a")])));
    expect(again).toMatchObject({ wordsImported: 0, wordsSkipped: 1, wordbook: { wordCount: 1 } });
  });
});
