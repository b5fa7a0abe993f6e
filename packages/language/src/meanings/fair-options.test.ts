import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fairFirst } from "./fair-options.ts";

const word = (text: string, meaning: string) => ({ text, meaning, language: "en" });
const formOf = (text: string) => word(`not ${text}`, `the form of "${text}" after a preposition`);

const firstOf = (right: ReturnType<typeof word>, wrong: readonly string[], count = 3) =>
  fairFirst(
    right,
    wrong.map((meaning, at) => word(`w${at}`, meaning)),
    count,
  )
    .slice(0, count)
    .map(({ meaning }) => meaning);

const they = word("they", "the people or animals already mentioned");
const others = ["in this place", "a number of things", "very soon"];

describe("fair wrong meanings", () => {
  it("are at most one of several that look alike", () => {
    const alike = ["we", "she", "I"].map((text) => formOf(text).meaning);
    expect(firstOf(they, [...alike, ...others])).toEqual([alike[0], ...others.slice(0, 2)]);
    expect(firstOf(word("we", "我们"), ["我的", "它的", "他的", "你们", "他"])).toEqual([
      "我的",
      "你们",
      "他",
    ]);
    expect(firstOf(word("my", "我的"), ["我们", "你们", "他的", "谁的"])).toEqual([
      "我们",
      "他的",
      "谁的",
    ]);
  });

  it("are several that look like the right one too", () => {
    const alike = ["we", "she", "I"].map((text) => formOf(text).meaning);
    expect(firstOf(formOf("he"), [...alike, ...others])).toEqual(alike);
    expect(firstOf(word("my", "我的"), ["它的", "他的", "谁的", "谁"])).toEqual([
      "它的",
      "他的",
      "谁的",
    ]);
  });

  it.each([
    ["I", `the form of "I" after a verb`],
    ["I", "the form of “I” after a verb"],
    ["go", "past of 'go'"],
    ["work", "not to work"],
  ])("do not name %j: %s", (text, meaning) => {
    const right = word(text, "the person speaking");
    expect(firstOf(right, [meaning, ...others])).toEqual(others);
  });

  it.each([
    ["I", "something in it"],
    ["a", "a number of things"],
    ["art", "a part of it"],
  ])("may have the letters of %j in them: %s", (text, meaning) => {
    expect(firstOf(word(text, "the right one"), [meaning, ...others])).toContain(meaning);
  });

  it("are others where there are too few, those that name the word last", () => {
    const alike = ["we", "she"].map((text) => formOf(text).meaning);
    const naming = `belonging to "they"`;
    expect(firstOf(they, [naming, ...alike])).toEqual([...alike, naming]);
  });

  it("are all that there were, whatever they say", () => {
    const any = fc.string({ unit: "grapheme", maxLength: 12 });
    fc.assert(
      fc.property(any, any, fc.array(any), fc.nat(5), (text, meaning, wrong, count) => {
        const ranked = wrong.map((other, at) => word(`w${at}`, other));
        const ordered = fairFirst(word(text, meaning), ranked, count);
        expect(new Set(ordered)).toEqual(new Set(ranked));
        expect(ordered).toHaveLength(ranked.length);
      }),
    );
  });
});
