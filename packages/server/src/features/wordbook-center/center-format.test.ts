import { describe, expect, it } from "vitest";
import { parseBookFile, parseIndex, toDraft } from "./center-format.ts";

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const book = { id: "cet4", name: "CET 4" };

describe("parseIndex", () => {
  it("adds defaults for omitted fields of a book", () => {
    expect(parseIndex(bytes({ data: [{ ...book, coverImage: null, extra: 1 }] }))).toEqual([
      {
        ...book,
        description: "",
        wordCount: 0,
        coverImage: null,
        tags: [],
        version: "",
        author: "",
        downloadCount: 0,
      },
    ]);
  });

  it.each([
    ["no list", {}],
    ["a bare list", [book]],
    ["a book without id", { data: [{ name: "x" }] }],
    ["a book with an empty id", { data: [{ id: "", name: "x" }] }],
    ["a book without name", { data: [{ id: "x" }] }],
    ["a number as name", { data: [{ id: "x", name: 1 }] }],
    ["a NUL character", { data: [{ id: "x", name: "a\0" }] }],
  ])("refuses %s", (_, value) => {
    expect(parseIndex(bytes(value))).toBeUndefined();
  });

  it("refuses what is not JSON or not UTF-8", () => {
    expect(parseIndex(Buffer.from("<html>"))).toBeUndefined();
    expect(parseIndex(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
  });
});

describe("parseBookFile", () => {
  it("needs a list of words, each with a spelling", () => {
    expect(parseBookFile(bytes(book))).toBeUndefined();
    expect(parseBookFile(bytes({ ...book, words: [{ meanings: [] }] }))).toBeUndefined();
  });

  it("adds defaults for omitted fields of a word", () => {
    expect(parseBookFile(bytes({ ...book, words: [{ spelling: "a" }] }))?.words).toEqual([
      { spelling: "a", phonetic: null, meanings: [], examples: [], audioUrl: null },
    ]);
  });
});

describe("toDraft", () => {
  it("joins the meanings and tags the source", () => {
    const word = { spelling: "a", phonetic: "/ə/", meanings: ["one", "any"], examples: ["A b."] };
    expect(toDraft({ ...word, audioUrl: "https://c.example/a.mp3" }, "cet4")).toEqual({
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
    expect(toDraft({ ...word, audioUrl: null }, "cet4")).toMatchObject({
      meaning: "one",
      examples: ["A b."],
    });
  });
});
