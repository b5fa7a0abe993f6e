import type { Import, Wordbook } from "@wordloom/contract";
import { ImportOptions } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import {
  bookNameOf,
  choicesFor,
  missingIn,
  optionsOf,
  readAnew,
  rolesOf,
  type Choices,
  type Start,
} from "./import-choices.ts";

const column = (index: number, guess: "text" | "meaning" | "ignore") => ({
  index,
  guess,
  header: null,
  samples: [],
});
const preview = {
  columns: [column(0, "text"), column(1, "ignore"), column(2, "meaning")],
  languages: { text: "de", meaning: null },
  decks: [],
  noteTypes: [],
} as unknown as NonNullable<Import["preview"]>;
const file = { name: "Wörter.csv", options: null, preview } as unknown as Import;
const book = (id: string, name: string) =>
  ({ id, name, language: "nl", meaningLanguage: "fr" }) as unknown as Wordbook;
const start: Start = { books: [], bookId: null, learning: "en", spoken: "zh" };
const first: Choices = choicesFor(file, start);

describe("the choices for a file", () => {
  it("begin with a new book of the file's name, the file's languages and the app's", () => {
    expect(first).toEqual({
      target: { kind: "new", name: "Wörter" },
      language: "de",
      meaningLanguage: "zh",
      columns: {},
      onDuplicate: "own",
      reading: {},
      deck: { noteTypes: {}, suspended: "keep" },
      history: {},
    });
  });

  it("begin with the book from which the file was brought, and its languages", () => {
    const bare = { ...file, preview: { ...preview, languages: { text: null, meaning: null } } };
    const books = [book("a", "Wörter"), book("b", "Kitchen")];
    expect(choicesFor(bare, { ...start, books, bookId: "b" })).toMatchObject({
      target: { kind: "own", id: "b" },
      language: "nl",
      meaningLanguage: "fr",
    });
  });

  it("begin with the book of the file's name, so that a second time changes nothing", () => {
    expect(choicesFor(file, { ...start, books: [book("a", "Wörter")] }).target).toEqual({
      kind: "own",
      id: "a",
    });
  });

  it.each([
    { ...first, target: { kind: "new", name: "Deutsch" }, onDuplicate: "replace" },
    { ...first, target: { kind: "by_deck" }, reading: { separator: ";", hasHeader: false } },
    { ...first, columns: { 1: "examples" }, language: "nl", reading: { encoding: "gb18030" } },
  ] satisfies Choices[])("are those of an earlier visit, if there was one: %j", (choices) => {
    const options = ImportOptions.parse(optionsOf(choices, preview));
    expect(choicesFor({ ...file, options }, start)).toEqual(choices);
  });

  it("forget a book that is no longer there", () => {
    const options = { wordbookId: "gone" };
    expect(choicesFor({ ...file, options }, start).target).toEqual(first.target);
  });
});

describe("the options of choices", () => {
  it("name exactly one place for the words", () => {
    const targetsOf = (choices: Choices) => {
      const { wordbookId, newBook, newBooks } = optionsOf(choices, preview);
      return { wordbookId, newBook, newBooks };
    };
    expect(targetsOf(first)).toEqual({ newBook: { name: "Wörter" } });
    expect(targetsOf({ ...first, target: { kind: "own", id: "a" } })).toEqual({ wordbookId: "a" });
    expect(targetsOf({ ...first, target: { kind: "by_deck" } })).toEqual({ newBooks: "by_deck" });
  });

  it("name only columns that the learner changed; the others keep their guess", () => {
    expect(optionsOf(first, preview)).not.toHaveProperty("columns");
    const changed = { ...first, columns: { 1: "examples" } } as const;
    expect(optionsOf(changed, preview).columns).toEqual({ 1: "examples" });
    expect(rolesOf(preview, changed.columns)).toEqual(["text", "examples", "meaning"]);
  });

  it("guess the columns anew when the file is divided otherwise, not for its header", () => {
    const changed: Choices = { ...first, columns: { 1: "examples" } };
    expect(readAnew(changed, { separator: ";" })).toMatchObject({
      reading: { separator: ";" },
      columns: {},
    });
    expect(readAnew(changed, { hasHeader: false }).columns).toEqual(changed.columns);
  });

  it("wait for a column of words, and for a name", () => {
    expect(missingIn(first, preview)).toBeUndefined();
    expect(missingIn({ ...first, columns: { 0: "ignore" } }, preview)).toBe("word");
    expect(missingIn({ ...first, target: { kind: "new", name: " " } }, preview)).toBe("name");
  });
});

describe("bookNameOf", () => {
  it.each([
    ["deutsch.csv", "deutsch"],
    ["v1.2 final.txt", "v1.2 final"],
    [".csv", ".csv"],
    [`${"x".repeat(120)}end.txt`, `${"x".repeat(97)}end`],
  ])("of %s is %s", (name, book) => {
    expect(bookNameOf(name)).toBe(book);
  });
});
