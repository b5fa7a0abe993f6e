import { describe, expect, it } from "vitest";
import { isIndexHead, parseBookHead, parseBooks, parseWords, toDraft } from "./center-format.ts";

const book = { id: "cet4", name: "CET 4" };

describe("isIndexHead", () => {
  it.each([
    ["no list", {}, false],
    ["something else as list", { data: {} }, false],
    ["a list", { data: [] }, true],
  ])("judges an object with %s", (_, head, expected) => {
    expect(isIndexHead(head)).toBe(expected);
  });
});

describe("parseBooks", () => {
  it("adds defaults for omitted fields of a book", () => {
    expect(parseBooks([{ ...book, coverImage: null, extra: 1 }])).toEqual([
      {
        ...book,
        description: "",
        wordCount: 0,
        coverImage: null,
        tags: [],
        version: "",
        author: "",
        downloadCount: 0,
        language: null,
        meaningLanguage: null,
      },
    ]);
  });

  it("brings language tags into canonical form, and drops malformed ones", () => {
    const [said] =
      parseBooks([{ ...book, language: "ZH-hans", meaningLanguage: "in English" }]) ?? [];
    expect(said).toMatchObject({ language: "zh-Hans", meaningLanguage: null });
  });

  it.each([
    ["a book without id", { name: "x" }],
    ["a book with an empty id", { id: "", name: "x" }],
    ["a book without name", { id: "x" }],
    ["a number as name", { id: "x", name: 1 }],
    ["a number as tag", { id: "x", name: "x", tags: [1] }],
  ])("refuses %s", (_, value) => {
    expect(parseBooks([book, value])).toBeUndefined();
  });
});

describe("parseBookHead", () => {
  it("requires a list of words and reports what is missing", () => {
    expect(parseBookHead(book)).toMatchObject({ fault: { path: "words" } });
    expect(parseBookHead({ ...book, words: 5 })).toMatchObject({ fault: { path: "words" } });
    expect(parseBookHead([])).toMatchObject({ fault: { path: "" } });
    expect(parseBookHead({ ...book, words: [] })).toMatchObject(book);
  });
});

describe("parseWords", () => {
  it("requires a spelling and reports where it is missing", () => {
    expect(parseWords([{ spelling: "a" }, { meanings: [] }], 7)).toMatchObject({
      fault: { path: "words.8.spelling" },
    });
  });

  it("adds defaults for omitted fields of a word", () => {
    expect(parseWords([{ spelling: "a" }], 0)).toEqual([
      { spelling: "a", phonetic: null, meanings: [], examples: [], audioUrl: null },
    ]);
  });

  it("does not check beyond the first invalid word", () => {
    let looked = 0;
    const word = (spelling: unknown) => ({
      get spelling() {
        looked += 1;
        return spelling;
      },
    });
    expect(parseWords([word("a"), word(5), word("b")], 0)).toHaveProperty("fault");
    expect(looked).toBe(2);
  });
});

describe("toDraft", () => {
  it("joins the meanings and tags the source", () => {
    const word = { spelling: "a", phonetic: "/ə/", meanings: ["one", "any"], examples: ["A b."] };
    const book = { id: "cet4", language: "en", meaningLanguage: null };
    expect(toDraft({ ...word, audioUrl: "https://c.example/a.mp3" }, book)).toEqual({
      language: "en",
      meaningLanguage: null,
      audioUrl: "https://c.example/a.mp3",
      text: "a",
      meaning: "one; any",
      pronunciation: "/ə/",
      examples: ["A b."],
      tags: ["imported", "wb-center", "cet4"],
    });
  });

  it("omits blank texts", () => {
    const word = {
      spelling: "a",
      phonetic: null,
      meanings: ["one", " "],
      examples: ["", " A b. "],
    };
    const book = { id: "cet4", language: null, meaningLanguage: null };
    expect(toDraft({ ...word, audioUrl: null }, book)).toMatchObject({
      meaning: "one",
      examples: ["A b."],
    });
  });
});
