import { describe, expect, it } from "vitest";
import { saysMeaning } from "./says-meaning.ts";

describe("saysMeaning", () => {
  it.each([
    ...["", "  ", "\u200b", "—", "...", "**", "<b></b>", "<br>&nbsp;", "[sound:x.mp3]", "{{}}"],
    ...[
      "n.",
      "n",
      "a.",
      "vt. / vi.",
      "v. & n.",
      "adj.; adv.",
      "phr. v.",
      "(noun)",
      "[n.]",
      "【名】",
    ],
    ...["（动词）", "<i>n.</i>"],
  ])("is false for %j", (meaning) => {
    expect(saysMeaning(meaning)).toBe(false);
  });

  it.each([
    ...["n. cat", "(noun) cat", "vt. 打破", "<b>cat</b>", "int. hello", "名", "猫", "5", "€", "🐱"],
    ...["noun", "I", "C++", "n/a", "part", "to be, or not", "قطة"],
  ])("is true for %j", (meaning) => {
    expect(saysMeaning(meaning)).toBe(true);
  });

  it("is false for a meaning that only repeats the part of speech", () => {
    expect(saysMeaning("Noun.", "noun")).toBe(false);
    expect(saysMeaning("noun", "adverb")).toBe(true);
  });
});
