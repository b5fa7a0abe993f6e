import type { WordPublic } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { draftOf, editOf, valuesOf } from "./word-values.ts";

const word: WordPublic = {
  id: "w1",
  text: "loom",
  meaning: "a frame",
  pronunciation: "/luːm/",
  partOfSpeech: null,
  difficulty: 0.5,
  examples: ["At the loom.", "Looms stand."],
  tags: ["craft"],
  createdAt: "2026-01-01T00:00:00.000Z",
  language: "en",
  meaningLanguage: "en",
  reading: null,
  exampleMeanings: ["Am Webstuhl.", ""],
  audioUrl: null,
  ownerId: null,
  ownFields: [],
  basedOn: null,
};
const values = valuesOf(word);

describe("an edit of a word", () => {
  it("is none where nothing was changed", () => {
    expect(editOf(word, values, word)).toBeUndefined();
    expect(editOf(word, { ...values, meaning: " a frame " }, word)).toBeUndefined();
  });

  it("sends the changed fields only, with an empty text for a cleared one", () => {
    const edit = editOf(word, { ...values, meaning: "Webstuhl", pronunciation: "" }, word);
    expect(edit).toEqual({
      change: { meaning: "Webstuhl", pronunciation: "" },
      shown: { meaning: "Webstuhl", pronunciation: null },
    });
  });

  it("returns to the library's value where it is typed again", () => {
    const mine = { ...word, meaning: "Webstuhl", ownFields: ["meaning"] };
    expect(editOf(mine, { ...valuesOf(mine), meaning: "a frame" }, word)).toEqual({
      change: { meaning: null },
      shown: { meaning: "a frame" },
    });
  });

  it("keeps translations beside their examples", () => {
    const [first, second] = values.examples;
    expect(first).toEqual({ sentence: "At the loom.", meaning: "Am Webstuhl." });
    const examples = [
      { sentence: "Looms stand.", meaning: "Sie stehen." },
      { sentence: " ", meaning: "" },
    ];
    expect(second?.meaning).toBe("");
    expect(editOf(word, { ...values, examples }, word)?.change).toEqual({
      examples: ["Looms stand."],
      exampleMeanings: ["Sie stehen."],
    });
  });
});

describe("a new word", () => {
  it("is sent without its empty fields, and its tags one by one", () => {
    const typed = { text: " Gift ", meaning: "poison", language: "de", meaningLanguage: "en" };
    expect(draftOf({ ...valuesOf(typed), tags: "a, b，c" })).toEqual({
      text: "Gift",
      meaning: "poison",
      language: "de",
      meaningLanguage: "en",
      tags: ["a", "b", "c"],
    });
  });
});
