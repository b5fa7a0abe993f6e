import { describe, expect, it } from "vitest";
import type { WordPublic } from "@wordloom/contract";
import { onePerText } from "./one-per-text.ts";

const entry = (id: string, text: string, meaning: string) => ({
  word: { id, text, meaning } as WordPublic,
});
const words = [
  entry("1", "get", "receive something"),
  entry("2", "get", "得到"),
  entry("3", "Get", "a second English sense"),
  entry("4", "run", "跑"),
];
const idsFor = (language: string) => onePerText(words, language).map(({ word }) => word.id);

describe("onePerText", () => {
  it("shows a word once, with the meaning in the learner's language, and all senses in it", () => {
    expect(idsFor("zh")).toEqual(["2", "4"]);
    expect(idsFor("en")).toEqual(["1", "3", "4"]);
  });

  it("falls back to English, and never hides a text altogether", () => {
    expect(idsFor("de")).toEqual(["1", "3", "4"]);
  });
});
