import { describe, expect, it } from "vitest";
import { linesOf, parseWordLine } from "./word-import.ts";

const parse = (text: string) => [...linesOf(text)].flatMap((line) => parseWordLine(line) ?? []);

describe("parseWordLine", () => {
  it.each([
    ["apple\ta fruit", "apple", "a fruit"],
    ["apple - a fruit", "apple", "a fruit"],
    ["well-known - famous - very", "well-known", "famous - very"],
    ["a - b\tc - d", "a - b", "c - d"],
    ["  apple \t a fruit ", "apple", "a fruit"],
    ["apple", "apple", ""],
    ["apple\t", "apple", ""],
    ["apple - ", "apple", ""],
    ["well-known", "well-known", ""],
    ["C# - a language", "C#", "a language"],
  ])("reads %j", (line, text, meaning) => {
    expect(parse(line)).toEqual([{ text, meaning, tags: ["imported"] }]);
  });

  it("skips blank lines, comments and lines without a word", () => {
    expect(parse("\n  \n# note\n  # note\n\ta meaning\n - a meaning\n\t\n")).toEqual([]);
  });

  it("accepts any line ending", () => {
    expect(parse("a\r\nb\rc\nd").map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
  });
});
