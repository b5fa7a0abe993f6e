import { describe, expect, it } from "vitest";
import { findPronunciation } from "./pronunciation.ts";

const dictionary = {
  record: "R AH0 K AO1 R D",
  "record(2)": "R EH1 K ER0 D",
  use: "Y UW1 S",
  "use(2)": "Y UW1 Z",
  graduate: "G R AE1 JH AH0 W AH0 T",
  "graduate(2)": "G R AE1 JH AH0 W EY2 T",
  live: "L AY1 V",
  "live(2)": "L IH1 V",
  again: "AH0 G EH1 N # common",
  "again(2)": "AH0 G EY1 N",
};

describe("findPronunciation", () => {
  it.each([
    ["record", "noun", "R EH1 K ER0 D"],
    ["record", "verb", "R AH0 K AO1 R D"],
    ["use", "noun", "Y UW1 S"],
    ["use", "verb", "Y UW1 Z"],
    ["graduate", "noun", "G R AE1 JH AH0 W AH0 T"],
    ["graduate", "verb", "G R AE1 JH AH0 W EY2 T"],
    ["live", "verb", "L IH1 V"],
    ["again", "adverb", "AH0 G EH1 N"],
  ] as const)("%s as a %s is %s", (word, partOfSpeech, expected) => {
    expect(findPronunciation(word, partOfSpeech, dictionary)).toBe(expected);
  });

  it.each(["zzz", "constructor"])("is undefined for %s", (word) => {
    expect(findPronunciation(word, "noun", dictionary)).toBeUndefined();
  });
});
