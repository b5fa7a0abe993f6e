import { describe, expect, it } from "vitest";
import { areBothRight } from "./both-right.ts";

const word = (text: string, meaning?: string, language = "en", meaningLanguage = "zh") => ({
  text,
  meaning,
  language,
  meaningLanguage,
});

describe("whether two words could answer one question", () => {
  it.each([
    ["a sense in common among many", "放弃；抛弃；遗弃；丢掉", "离开；遗弃；舍弃；告别"],
    ["the same sense with a label", "v. 放弃", "放弃；忘记；丢失；离去"],
    ["the same sense with a particle", "以前", "以前的；第一；首先；二者"],
    ["a sense that contains the other", "害怕", "非常害怕；发抖；流泪；尖叫"],
    ["words of grammar that stand for the same", "一次；曾经", "以前"],
    ["such words in other books", "以前", "在……之前"],
    ["the same sense after a label in brackets", "（书面）放弃", "放弃"],
  ])("says so of %s", (_, meaning, other) => {
    expect(areBothRight(word("one", meaning), word("two", other))).toBe(true);
    expect(areBothRight(word("two", other), word("one", meaning))).toBe(true);
  });

  it.each([
    ["the same sense after an article", "to leave", "leave; forget"],
    ["spellings of one sense", "colour", "the color"],
    ["a sense with and without an aside", "bank (of a river)", "bank"],
  ])("says so of %s in English", (_, meaning, other) => {
    const [one, two] = [meaning, other].map((text, at) => word(`w${at}`, text, "de", "en"));
    expect(areBothRight(one!, two!)).toBe(true);
  });

  it.each([
    ["color", "colour", "en"],
    ["die Bank", "Bank", "de"],
    ["to keep/bear in mind", "keep in mind", "en"],
  ])("says so of %s and %s, which the judge takes for each other", (one, two, language) => {
    expect(areBothRight(word(one, "甲", language), word(two, "乙", language))).toBe(true);
  });

  it.each([
    ["苹果", "桌子"],
    ["人", "人口；众人"],
    ["害怕；人", "怕人的"],
    ["", "以前"],
    ["已经", "以前"],
  ])("does not say so of %j and %j", (meaning, other) => {
    expect(areBothRight(word("one", meaning), word("two", other))).toBe(false);
  });

  it("does not take an unknown meaning for another", () => {
    expect(areBothRight(word("one"), word("two"))).toBe(false);
  });
});
