import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import { addWordsToBook, listSystemBooks } from "../wordbooks/wordbooks.service.ts";
import { createWord, listLibrary } from "../words/words.service.ts";
import { importStarterWords } from "./starter-import.service.ts";
import type { StarterContent } from "./build-starter-words.ts";

let needs: LibraryNeeds;
beforeAll(async () => void (needs = await openLibraryNeeds({ STARTER_WORDBOOKS: "true" })));
beforeEach(() => needs.clear());
afterAll(() => needs.close());

describe("importStarterWords, over a version with the second order", () => {
  const FIRST = ["sun", "map", "idea", "go", "see", "hello"];
  const SECOND = ["hello", "see", "go", "idea", "sun"];
  const THIRD = ["see", "map", "hello", "go", "idea", "sun"];
  const inOrder = (texts: readonly string[]): StarterContent => [
    {
      ...{ key: "en", language: "en", meaningLanguage: "en" },
      words: texts.map((text, index) => ({
        ...{ text, meaning: `meaning of ${text}`, partOfSpeech: "verb", pronunciation: null },
        ...{ reading: null, examples: [], exampleMeanings: [] },
        difficulty: index / (texts.length - 1),
      })),
      books: [
        { ...BOOK, name: "Two", wordTexts: texts.slice(0, 2) },
        { ...BOOK, name: "All", wordTexts: texts },
      ],
      formerOrders: [
        { until: 3, texts: FIRST },
        { until: 14, texts: SECOND },
      ],
    },
  ];
  const BOOK = { description: "", formerDescriptions: [] };
  const upgrade = () => importStarterWords(needs, async () => inOrder(THIRD));
  const textsOf = async (bookName: string) => {
    const rows = await needs.database
      .selectFrom("wordbook_words")
      .innerJoin("words", "words.id", "wordbook_words.word_id")
      .innerJoin("wordbooks", "wordbooks.id", "wordbook_words.wordbook_id")
      .select("words.text")
      .where("wordbooks.name", "=", bookName)
      .orderBy("position")
      .execute();
    return rows.map(({ text }) => text);
  };
  const library = async () => (await listLibrary(needs, null, { page: 1 })).data;

  beforeEach(async () => {
    await importStarterWords(needs, async () => inOrder(SECOND));
    await needs.database
      .updateTable("system_settings")
      .set({ value_json: '{"importedAtMs":1,"version":14,"languages":["en"]}' })
      .execute();
  });

  it("brings the third one", async () => {
    await upgrade();
    expect(await textsOf("Two")).toEqual(["see", "map"]);
    expect(await textsOf("All")).toEqual(THIRD);
    const sorted = (await library()).toSorted((a, b) => a.difficulty - b.difficulty);
    expect(sorted.map(({ text }) => text)).toEqual(THIRD);
  });

  it("leaves a book its size where an earlier upgrade has kept a later word", async () => {
    const [two] = (await listSystemBooks(needs.database)).filter(({ name }) => name === "Two");
    const sun = (await library()).find(({ text }) => text === "sun");
    await addWordsToBook(needs.database, two?.id ?? "", [sun?.id ?? ""], 1);
    await upgrade();
    expect(await textsOf("Two")).toEqual(["see", "map", "sun"]);
  });

  it("moves a word that left with the first order, and returns, to its new rank", async () => {
    const { database } = needs;
    const map = await createWord(needs, { text: "map", meaning: "meaning of map", difficulty: 1 });
    await database
      .insertInto("starter_words")
      .values({ word_id: map.id, language: "en", fingerprint: "of an earlier version" })
      .execute();
    await upgrade();
    expect(await library()).toContainEqual({ ...map, difficulty: 0.2 });
    expect(await textsOf("Two")).toEqual(["see", "map"]);
  });
});
