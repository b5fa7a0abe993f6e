import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openLibraryNeeds, type LibraryNeeds } from "../../../testing/app/library-needs.ts";
import {
  addWordsToBook,
  listSystemBooks,
  removeWordsFromBook,
} from "../wordbooks/wordbooks.service.ts";
import {
  changeWord,
  countWords,
  createWord,
  deleteWord,
  listLibrary,
} from "../words/words.service.ts";
import { importStarterWords } from "./starter-import.service.ts";
import type { StarterContent } from "./build-starter-words.ts";

let needs: LibraryNeeds;
beforeAll(async () => void (needs = await openLibraryNeeds({ STARTER_WORDBOOKS: "true" })));
beforeEach(() => needs.clear());
afterAll(() => needs.close());

const TEXTS = ["go", "see", "idea"];
const CHINESE: Readonly<Record<string, string>> = { go: "去", see: "看见", idea: "想法" };

const wordsMeaning = (meaningOf: (text: string) => string) =>
  TEXTS.map((text, index) => ({
    text,
    meaning: meaningOf(text),
    partOfSpeech: "verb",
    pronunciation: `/${text}/`,
    reading: null,
    examples: [`They ${text}.`],
    exampleMeanings: [],
    difficulty: index / 2,
  }));
const booksNamed = (two: string, three: string) => [
  {
    name: two,
    description: "The first two",
    formerDescriptions: [],
    wordTexts: TEXTS.slice(0, 2),
  },
  { name: three, description: "All", formerDescriptions: [], wordTexts: TEXTS },
];
const content: StarterContent = [
  {
    ...{ key: "en", language: "en", meaningLanguage: "en" },
    words: wordsMeaning((text) => `meaning of ${text}`),
    books: booksNamed("Two", "Three"),
    formerOrders: [{ until: 3, texts: TEXTS }],
  },
  {
    ...{ key: "zh", language: "en", meaningLanguage: "zh" },
    words: wordsMeaning((text) => CHINESE[text] ?? ""),
    books: booksNamed("二", "三"),
    formerOrders: [{ until: 3, texts: TEXTS }],
  },
];
const build = async () => content;

async function entriesOf(bookName: string): Promise<string[]> {
  const rows = await needs.database
    .selectFrom("wordbook_words")
    .innerJoin("words", "words.id", "wordbook_words.word_id")
    .innerJoin("wordbooks", "wordbooks.id", "wordbook_words.wordbook_id")
    .select(["words.text", "words.meaning"])
    .where("wordbooks.name", "=", bookName)
    .orderBy("position")
    .execute();
  return rows.map(({ text, meaning }) => `${text}: ${meaning}`);
}

const bookNames = async (language?: string) =>
  (await listSystemBooks(needs.database, language)).map(({ name }) => name);

async function wordsWith(text: string) {
  return (await listLibrary(needs, null, { page: 1, search: text })).data.filter(
    (word) => word.text.toLowerCase() === text,
  );
}

/**
 * Builds a library as the first version left it: tagged words without Chinese, and their two books.
 */
async function installFirstVersion(): Promise<void> {
  await importStarterWords(needs, async () => content.slice(0, 1));
  const { database } = needs;
  await database.deleteFrom("starter_words").execute();
  await database
    .updateTable("words")
    .set({ tags_json: '["core-1000","core-3000","no-example"]', meaning: "an artifact" })
    .execute();
  await database.updateTable("system_settings").set({ value_json: '{"importedAtMs":1}' }).execute();
  needs.wait(86_400_000);
}

describe("importStarterWords", () => {
  it("creates words and system books in each language, by frequency", async () => {
    expect(await importStarterWords(needs, build)).toBe("imported");
    expect(await entriesOf("Two")).toEqual(["go: meaning of go", "see: meaning of see"]);
    expect(await entriesOf("三")).toEqual(["go: 去", "see: 看见", "idea: 想法"]);
    const [book] = await listSystemBooks(needs.database);
    expect(book).toMatchObject({ type: "system", userId: null, wordCount: 2 });
    expect(await countWords(needs.database)).toBe(6);
  });

  it("stores many words in parts, between which others can write", async () => {
    const [edition] = content;
    const texts = Array.from({ length: 2_000 }, (_, n) => `word ${n}`);
    const [word] = edition?.words ?? [];
    const words = texts.flatMap((text) => (word === undefined ? [] : { ...word, text }));
    const books = [{ name: "Many", description: "All", formerDescriptions: [], wordTexts: texts }];
    const database = needs.database.withoutPlugins();
    const begin = vi.spyOn(database, "transaction");
    const many: StarterContent = [
      { key: "en", language: "en", meaningLanguage: "en", words, books, formerOrders: [] },
    ];
    await importStarterWords({ ...needs, database }, async () => many);
    // Eight parts of 250.
    expect(begin.mock.calls.length).toBeGreaterThanOrEqual(8);
  });

  it("recognizes what earlier versions have stored by the same fingerprint", async () => {
    await importStarterWords(needs, build);
    const rows = await needs.database.selectFrom("starter_words").select("fingerprint").execute();
    // Of "go", as version 3 computed it.
    expect(rows.map((row) => row.fingerprint)).toContain("f931f49b65fe066555865c6b2425dc25");
  });

  it("shows learners no tags", async () => {
    await importStarterWords(needs, build);
    const { data } = await listLibrary(needs, null, { page: 1 });
    expect(data.map(({ tags }) => tags)).toEqual(data.map(() => []));
  });

  it("lists the Chinese books first to learners of Chinese, and last to others", async () => {
    await importStarterWords(needs, build);
    expect(await bookNames("zh")).toEqual(["二", "三", "Two", "Three"]);
    expect(await bookNames("en")).toEqual(["Two", "Three", "二", "三"]);
    expect(await bookNames()).toEqual(["Two", "Three", "二", "三"]);
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
    expect(await countWords(needs.database)).toBe(6);
    expect(await listSystemBooks(needs.database)).toHaveLength(4);
  });

  it("uses words already in the library that are explained in the same language", async () => {
    const mine = await createWord(needs, { text: "Idea", meaning: "mine" });
    const center = await createWord(needs, { text: "see", meaning: "v. 看" });
    await importStarterWords(needs, build);
    expect(await countWords(needs.database)).toBe(6);
    expect(await entriesOf("Three")).toContain("Idea: mine");
    expect(await entriesOf("三")).toContain("see: v. 看");
    expect(await wordsWith("idea")).toContainEqual(mine);
    expect(await wordsWith("see")).toContainEqual(center);
  });

  it("does nothing when disabled", async () => {
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
    let left = 6;
    const next = () => {
      if (left === 0) throw new Error("the process ended");
      left -= 1;
      return needs.ids.next();
    };
    const ids = { ...needs.ids, next };
    await expect(importStarterWords({ ...needs, ids }, build)).rejects.toThrow("process ended");
    expect(await listSystemBooks(needs.database)).toEqual([]);
    expect(await importStarterWords(needs, build)).toBe("imported");
    expect(await countWords(needs.database)).toBe(6);
    expect(await listSystemBooks(needs.database)).toHaveLength(4);
  });
});

describe("importStarterWords, over an older version", () => {
  beforeEach(installFirstVersion);

  it("updates the meaning of unchanged words under the same id, without tags", async () => {
    const [before] = await wordsWith("go");
    expect(before).toMatchObject({ meaning: "an artifact" });
    expect(await importStarterWords(needs, build)).toBe("imported");
    const [after] = (await wordsWith("go")).filter(({ id }) => id === before?.id);
    expect(after).toMatchObject({ meaning: "meaning of go", tags: [] });
    expect(after?.difficulty).toBe(before?.difficulty);
    expect(await entriesOf("Three")).toHaveLength(3);
  });

  it("keeps words that the operator has changed, except for the tags", async () => {
    const [before] = await wordsWith("see");
    const tags = ["core-3000", "mine"];
    const meaning = "to perceive";
    await changeWord(needs, before?.id ?? "", { text: "see", meaning, tags });
    await importStarterWords(needs, build);
    const [after] = (await wordsWith("see")).filter(({ id }) => id === before?.id);
    expect(after).toMatchObject({ meaning, tags: ["mine"] });
  });

  it("makes a changed word searchable by its new meaning", async () => {
    await importStarterWords(needs, build);
    const { data } = await listLibrary(needs, null, { page: 1, search: "meaning of idea" });
    expect(data.map(({ text }) => text)).toEqual(["idea"]);
  });

  it("adds the Chinese books after the English ones, with the same age", async () => {
    await importStarterWords(needs, build);
    expect(await bookNames()).toEqual(["Two", "Three", "二", "三"]);
    expect(await entriesOf("二")).toEqual(["go: 去", "see: 看见"]);
  });

  it("adds no books if the operator has deleted the others", async () => {
    await needs.database.deleteFrom("wordbooks").execute();
    expect(await importStarterWords(needs, build)).toBe("imported");
    expect(await listSystemBooks(needs.database)).toEqual([]);
    expect(await countWords(needs.database)).toBe(3);
    expect(await importStarterWords(needs, build)).toBe("skipped");
  });

  it("does not bring back a word that the operator has deleted", async () => {
    const [idea] = await wordsWith("idea");
    await deleteWord(needs, idea?.id ?? "");
    await importStarterWords(needs, build);
    expect((await wordsWith("idea")).map(({ meaning }) => meaning)).toEqual(["想法"]);
  });

  it("revises again only what an earlier revision stored", async () => {
    await importStarterWords(needs, build);
    await needs.database
      .updateTable("system_settings")
      .set({ value_json: '{"importedAtMs":1,"version":1,"languages":["en","zh"]}' })
      .execute();
    const see = (await wordsWith("see")).find(({ meaning }) => meaning === "meaning of see");
    needs.wait(1000);
    await changeWord(needs, see?.id ?? "", { text: "see", meaning: "mine" });
    const next = content.map((edition) => ({
      ...edition,
      words: edition.words.map((word) => ({ ...word, meaning: `${word.meaning} again` })),
    }));
    await importStarterWords(needs, async () => next);
    const meanings = [...(await wordsWith("go")), ...(await wordsWith("see"))].map(
      ({ meaning }) => meaning,
    );
    expect(meanings.toSorted()).toEqual(
      ["meaning of go again", "mine", "去 again", "看见 again"].toSorted(),
    );
  });

  it("revises once with several processes starting together", async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => importStarterWords(needs, build)));
    expect(outcomes.toSorted()).toEqual(["imported", "skipped", "skipped"]);
    expect(await listSystemBooks(needs.database)).toHaveLength(4);
    expect(await countWords(needs.database)).toBe(6);
  });
});

describe("importStarterWords, over a version with another order", () => {
  const NEW = ["hello", "see", "go"];
  const reordered: StarterContent = content.map((edition) => ({
    ...edition,
    words: NEW.map((text, index) => ({
      text,
      meaning: edition.key === "en" ? `meaning of ${text}` : "中文",
      partOfSpeech: "verb",
      pronunciation: `/${text}/`,
      examples: [`They ${text}.`, `We ${text}.`],
      reading: null,
      exampleMeanings: edition.key === "en" ? [] : ["他们。", "我们。"],
      difficulty: index / 2,
    })),
    books: edition.books.map((book) => {
      return { ...book, wordTexts: NEW.slice(0, book.wordTexts.length) };
    }),
  }));
  const upgrade = () => importStarterWords(needs, async () => reordered);
  const textsOf = async (bookName: string) =>
    (await entriesOf(bookName)).map((entry) => entry.split(":")[0]);

  beforeEach(async () => {
    await importStarterWords(needs, build);
    await needs.database
      .updateTable("system_settings")
      .set({ value_json: '{"importedAtMs":1,"version":3,"languages":["en","zh"]}' })
      .execute();
  });

  it("puts books and words in the new order under the same ids", async () => {
    const [before] = await wordsWith("go");
    const booksBefore = await listSystemBooks(needs.database);
    expect(await upgrade()).toBe("imported");
    expect(await textsOf("Two")).toEqual(["hello", "see"]);
    expect(await textsOf("三")).toEqual(["hello", "see", "go"]);
    const [after] = (await wordsWith("go")).filter(({ id }) => id === before?.id);
    expect(after).toMatchObject({ difficulty: 1, examples: ["They go.", "We go."] });
    const ids = (await listSystemBooks(needs.database)).map(({ id }) => id);
    expect(ids).toEqual(booksBefore.map(({ id }) => id));
  });

  it("stores the translations of the examples", async () => {
    await upgrade();
    const translations = (await wordsWith("see")).map(({ exampleMeanings }) => exampleMeanings);
    expect(translations).toContainEqual(["他们。", "我们。"]);
    expect(translations).toContainEqual([]);
  });

  it("keeps a word that has left a book if a learner has begun it", async () => {
    const { database } = needs;
    const go = (await wordsWith("go")).find(({ meaning }) => meaning === "meaning of go");
    const numbers = { mastery_level: 0, half_life_hours: 24, correct_streak: 0, stability_days: 0 };
    const times = { next_review_at_ms: null, last_answer_at_ms: 1, created_at_ms: 1 };
    await database
      .insertInto("word_states")
      .values({
        ...{ user_id: "bob", word_id: go?.id ?? "", state: "learning", total_attempts: 1 },
        ...{ ...numbers, ...times, memory_json: null, updated_at_ms: 1 },
      })
      .execute();
    await upgrade();
    expect(await textsOf("Two")).toEqual(["hello", "see", "go"]);
    expect(await textsOf("二")).toEqual(["hello", "see"]);
    expect(await database.selectFrom("word_states").select("word_id").execute()).toHaveLength(1);
  });

  it("keeps what the operator has removed, added and changed", async () => {
    const { database } = needs;
    const [see] = (await wordsWith("see")).filter(({ meaning }) => meaning === "meaning of see");
    const mine = await createWord(needs, { text: "mine", meaning: "my own" });
    const [two] = (await listSystemBooks(database)).filter(({ name }) => name === "Two");
    const bookId = two?.id ?? "";
    await removeWordsFromBook(database, bookId, [see?.id ?? ""]);
    await addWordsToBook(database, bookId, [mine.id], 1);
    await changeWord(needs, see?.id ?? "", { text: "see", meaning: "mine", difficulty: 0.3 });
    await upgrade();
    expect(await textsOf("Two")).toEqual(["hello", "mine"]);
    expect(await wordsWith("see")).toContainEqual(
      expect.objectContaining({ id: see?.id, meaning: "mine", difficulty: 0.3 }),
    );
  });

  it("describes the books anew, except for those that the operator has described", async () => {
    const [two] = (await listSystemBooks(needs.database)).filter(({ name }) => name === "Two");
    await needs.database
      .updateTable("wordbooks")
      .set({ description: "Ours" })
      .where("id", "=", two?.id ?? "")
      .execute();
    const described = reordered.map((edition) => ({
      ...edition,
      books: edition.books.map((book) => ({
        ...book,
        description: `Better: ${book.description}`,
        formerDescriptions: [book.description],
      })),
    }));
    await importStarterWords(needs, async () => described);
    const books = await listSystemBooks(needs.database);
    expect(Object.fromEntries(books.map(({ name, description }) => [name, description]))).toEqual({
      ...{ Two: "Ours", Three: "Better: All" },
      ...{ 二: "Better: The first two", 三: "Better: All" },
    });
  });

  it("adds no words if the operator has deleted the books", async () => {
    await needs.database.deleteFrom("wordbooks").execute();
    await upgrade();
    expect(await wordsWith("hello")).toEqual([]);
  });
});

describe("importStarterWords, with languages beside English", () => {
  const GERMAN = { text: "gehen", partOfSpeech: "verb", reading: null, difficulty: 0 };
  const editionOf = (meaningLanguage: "en" | "zh", meaning: string, translation: string) => ({
    ...{ key: `de-${meaningLanguage}`, language: "de", meaningLanguage, formerOrders: [] },
    words: [
      { ...GERMAN, meaning, pronunciation: "/ˈɡeːən/" },
      // A word that English has, too.
      { ...GERMAN, text: "idea", meaning: `${meaning} 2`, pronunciation: null },
    ].map((word) => {
      return { ...word, examples: ["Ich gehe."], exampleMeanings: [translation] };
    }),
    books: [
      {
        ...{ name: `Deutsch ${meaningLanguage}`, description: "", formerDescriptions: [] },
        wordTexts: ["gehen", "idea"],
      },
    ],
  });
  const withGerman: StarterContent = [
    ...content,
    editionOf("en", "to go", "I go."),
    editionOf("zh", "走", "我走。"),
  ];

  it("stores words and books under their languages, apart from English words", async () => {
    await importStarterWords(needs, async () => withGerman);
    const [german] = (await wordsWith("gehen")).filter(({ meaning }) => meaning === "to go");
    expect(german).toMatchObject({
      ...{ language: "de", meaningLanguage: "en", pronunciation: "/ˈɡeːən/" },
      ...{ examples: ["Ich gehe."], exampleMeanings: ["I go."] },
    });
    expect(await entriesOf("Deutsch zh")).toEqual(["gehen: 走", "idea: 走 2"]);
    expect(await entriesOf("Three")).toContain("idea: meaning of idea");
    const book = (await listSystemBooks(needs.database)).find(({ name }) => name === "Deutsch zh");
    expect(book).toMatchObject({ language: "de", meaningLanguage: "zh" });
  });

  it("adds the books of a new language to an installation, after the others", async () => {
    await importStarterWords(needs, build);
    const [before] = await wordsWith("go");
    await needs.database
      .updateTable("system_settings")
      .set({ value_json: '{"importedAtMs":1,"version":4,"languages":["en","zh"]}' })
      .execute();
    needs.wait(86_400_000);
    expect(await importStarterWords(needs, async () => withGerman)).toBe("imported");
    expect(await bookNames()).toEqual(["Two", "Three", "二", "三", "Deutsch en", "Deutsch zh"]);
    expect(await wordsWith("go")).toContainEqual(before);
    expect(await importStarterWords(needs, async () => withGerman)).toBe("skipped");
  });

  it("leaves the books of other languages as they are when the English order changes", async () => {
    await importStarterWords(needs, async () => withGerman);
    await needs.database
      .updateTable("system_settings")
      .set({
        value_json: '{"importedAtMs":1,"version":3,"languages":["en","zh","de-en","de-zh"]}',
      })
      .execute();
    await importStarterWords(needs, async () => withGerman);
    expect(await entriesOf("Deutsch en")).toEqual(["gehen: to go", "idea: to go 2"]);
    expect(await entriesOf("Two")).toEqual(["go: meaning of go", "see: meaning of see"]);
  });

  it("lists them to those who learn the language, English to all others", async () => {
    await importStarterWords(needs, async () => withGerman);
    const namesFor = async (languages?: readonly string[]) =>
      (await listSystemBooks(needs.database, undefined, languages)).map(({ name }) => name);
    expect(await namesFor(["de"])).toEqual(["Deutsch en", "Deutsch zh"]);
    expect(await namesFor(["en"])).toEqual(["Two", "Three", "二", "三"]);
    expect(await namesFor(["en", "de"])).toHaveLength(6);
    expect(await namesFor(["fr"])).toEqual([]);
  });
});
