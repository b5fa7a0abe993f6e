import { describe, expect, it } from "vitest";
import { containsFormOf, countHeadwords, headwordShares } from "./lemma.ts";
import { readSenseIndex } from "./wordnet-reader.ts";

// Forms are traced to the right headwords and no count is lost. A few senses, tagged so that the
// shares are simple fractions.
const senses = readSenseIndex(
  [
    "leave%2:38:01:: 00000001 1 299",
    "left%3:00:00:: 00000002 1 99",
    "hope%2:37:00:: 00000003 1 9",
    "hop%2:38:00:: 00000004 1 9",
    "city%1:15:00:: 00000005 1 9",
    "hand%1:08:00:: 00000006 1 50",
    "hands%1:04:00:: 00000007 1 0",
    "man%1:18:00:: 00000008 1 50",
    "happy%3:00:00:: 00000009 1 9",
    "teach%2:32:00:: 00000010 1 9",
    "teacher%1:18:00:: 00000011 1 9",
    "carry%2:35:00:: 00000012 1 9",
    "glass%1:27:00:: 00000013 1 9",
    "clothes%1:06:00:: 00000014 1 9",
  ].join("\n"),
);
const wordnet = { sensesOf: (lemma: string) => senses.get(lemma) ?? [] };

describe("headwordShares", () => {
  it.each([
    ["cities", "city"],
    ["men", "man"],
    ["hoping", "hope"],
    ["hopping", "hop"],
    ["happiest", "happy"],
    ["taught", "teach"],
    ["carried", "carry"],
    ["glasses", "glass"],
    ["hands", "hand"],
    ["teacher", "teacher"],
    ["clothes", "clothes"],
  ])("traces %s to %s alone", (form, lemma) => {
    expect(headwordShares(form, wordnet)).toEqual(new Map([[lemma, 1]]));
  });

  it("divides a form by the frequency of each headword", () => {
    expect(headwordShares("left", wordnet)).toEqual(
      new Map([
        ["leave", 0.75],
        ["left", 0.25],
      ]),
    );
  });

  it("finds nothing for an unknown word", () => {
    expect(headwordShares("zzz", wordnet).size).toBe(0);
  });
});

describe("countHeadwords", () => {
  it("adds the forms of a headword and divides shared ones", () => {
    const forms = [
      { word: "leave", count: 10 },
      { word: "leaves", count: 5 },
      { word: "left", count: 8 },
    ];
    expect(Object.fromEntries(countHeadwords(forms, wordnet))).toEqual({ leave: 21, left: 2 });
  });
});

describe("containsFormOf", () => {
  it.each([
    ["He took a taxi.", "take", "verb", true],
    ["two cities", "city", "noun", true],
    ["retake it", "take", "verb", false],
    ["a saucer", "sauce", "noun", false],
  ] as const)("%s / %s", (text, lemma, partOfSpeech, expected) => {
    expect(containsFormOf(text, lemma, partOfSpeech)).toBe(expected);
  });
});
