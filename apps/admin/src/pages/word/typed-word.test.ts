import { describe, expect, it } from "vitest";
import { draftOf, typedOf } from "./typed-word.ts";

const word = {
  id: "w1",
  text: "loom",
  meaning: "a frame for weaving",
  pronunciation: "/luːm/",
  partOfSpeech: null,
  difficulty: 0.25,
  examples: ["At the loom.", "Looms stand."],
  tags: ["craft"],
  createdAt: "2026-01-01T00:00:00.000Z",
  language: "en",
  meaningLanguage: "en",
  reading: null,
  exampleMeanings: [],
  audioUrl: null,
  ownerId: null,
  ownFields: [],
  basedOn: null,
};

describe("a typed word", () => {
  it("is sent as received if nothing has changed", () => {
    const { text, meaning, pronunciation, difficulty, examples, tags } = word;
    const sent = { text, meaning, pronunciation, difficulty, examples, tags };
    expect(draftOf(typedOf(word))).toEqual({ ...sent, partOfSpeech: "" });
  });

  it("has one example per filled line; an empty field removes the value", () => {
    const typed = { ...typedOf(word), examples: " One. \n\n Two.\n", pronunciation: " " };
    expect(draftOf(typed)).toMatchObject({ examples: ["One.", "Two."], pronunciation: "" });
  });

  it("is undefined if the difficulty is not between 0 and 1; accepts a decimal comma", () => {
    const withDifficulty = (difficulty: string) => draftOf({ ...typedOf(word), difficulty });
    expect(["", "1.1", "-0.1", "much"].filter(withDifficulty)).toEqual([]);
    expect(withDifficulty(" 0,5 ")?.difficulty).toBe(0.5);
  });
});
