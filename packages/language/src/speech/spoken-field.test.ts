import { describe, expect, it } from "vitest";
import { spokenField } from "./spoken-field.ts";

const said = (text: string, language: string, reading: string | null) =>
  spokenField({ text, language, reading }, "text");

describe("what is said for a word", () => {
  it("is the kana of a Japanese word in Han characters, as its card shows them", () => {
    expect(said("今日", "ja", "きょう")).toEqual({ field: "reading", text: "きょう" });
    expect(said("食べる", "ja-JP", "たべる")).toEqual({ field: "reading", text: "たべる" });
  });

  it("is the word itself otherwise", () => {
    for (const [text, language, reading] of [
      ["ねこ", "ja", "neko"],
      ["猫", "ja", "neko"],
      ["猫", "ja", null],
      ["学校", "zh", "xuéxiào"],
      ["Katze", "de", null],
    ] as const) {
      expect(said(text, language, reading)).toEqual({ field: "text", text });
    }
  });

  it("is the part that is asked for, if the word has it", () => {
    const word = {
      text: "猫",
      language: "ja",
      reading: "ねこ",
      meaning: "cat",
      examples: ["猫だ。"],
    };
    const parts = ["reading", "meaning", "example:0", "example:1"] as const;
    const texts = parts.map((part) => spokenField(word, part).text);
    expect(texts).toEqual(["ねこ", "cat", "猫だ。", undefined]);
  });
});
