import { describe, expect, it } from "vitest";
import type { WordPublic } from "@wordloom/contract";
import { onePerText } from "./one-per-text.ts";

const entry = (id: string, text: string, meaning: string, languages: Partial<WordPublic> = {}) => ({
  word: { id, text, meaning, ...languages } as WordPublic,
});
const words = [
  entry("1", "get", "receive something"),
  entry("2", "get", "得到", { language: "en", meaningLanguage: "zh-Hans" }),
  entry("3", "Get", "a second English sense", { language: "en", meaningLanguage: "en-GB" }),
  entry("4", "run", "跑"),
];
const idsFor = (language: string, among = words) =>
  onePerText(among, language).map(({ word }) => word.id);

describe("onePerText", () => {
  it("shows a word once, with the meaning in the learner's language, and all senses in it", () => {
    expect(idsFor("zh")).toEqual(["2", "4"]);
    expect(idsFor("en")).toEqual(["1", "3", "4"]);
  });

  it("falls back to English, and never hides a text altogether", () => {
    expect(idsFor("de")).toEqual(["1", "3", "4"]);
  });

  it("keeps a word of another language that is spelled the same", () => {
    const gift = [
      entry("1", "gift", "礼物", { language: "en", meaningLanguage: "zh" }),
      entry("2", "Gift", "poison", { language: "de", meaningLanguage: "en" }),
    ];
    expect(idsFor("zh", gift)).toEqual(["1", "2"]);
  });
});
