import type { WordPublic } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { placementOptions, placementText, placementWords } from "./placement-options.ts";

const wordOf = (at: number, meaning = `meaning ${at}`): WordPublic => ({
  id: `w${at}`,
  text: `word${at}`,
  meaning,
  pronunciation: null,
  partOfSpeech: at % 2 === 0 ? "noun" : "verb",
  difficulty: at / 1_000,
  examples: [],
  tags: [],
  createdAt: "2026-11-22T00:00:00.000Z",
  language: "en",
  meaningLanguage: "en",
  reading: null,
  exampleMeanings: [],
  audioUrl: null,
  ownerId: null,
  ownFields: [],
  basedOn: null,
});
const book = Array.from({ length: 200 }, (_, at) => wordOf(at));
const asked = book.filter((_, at) => at % 10 === 0);

const ranks = (words: readonly WordPublic[]) => words.map(({ id }) => Number(id.slice(1)));

describe("the words of the placement", () => {
  const silent = (at: number) => wordOf(at, ["", "n.", "—", "<br>"][at % 4]);

  it("are only those that say a meaning, with three wrong answers each", () => {
    const words = book.map((word, at) => (at < 100 ? silent(at) : word));
    const found = placementWords(words, 20);
    expect(found).toHaveLength(20);
    expect(Math.min(...ranks(found))).toBeGreaterThanOrEqual(100);
    for (const word of found) {
      const texts = placementOptions(word, found, words).map(placementText);
      expect(texts).toHaveLength(4);
      expect(texts.every((text) => /^meaning \d+$/.test(text))).toBe(true);
    }
  });

  it.each([
    ["says no meaning", book.map((_, at) => silent(at))],
    ["says too few meanings", book.map((word, at) => (at % 25 === 0 ? word : silent(at)))],
    ["says the same meaning of every word", book.map((_, at) => wordOf(at, "the same"))],
  ])("are none where a book %s", (_, words) => {
    expect(placementWords(words, 20)).toEqual([]);
  });
});

describe("the options of the placement", () => {
  it("are other words of the book, about as frequent and of the same class", () => {
    for (const word of asked) {
      const wrong = placementOptions(word, asked, book).filter((one) => one !== word);
      expect(wrong).toHaveLength(3);
      expect(wrong.some((one) => asked.includes(one))).toBe(false);
      expect(wrong.every((one) => one.partOfSpeech === word.partOfSpeech)).toBe(true);
      for (const rank of ranks(wrong)) {
        expect(Math.abs(rank - (ranks([word])[0] ?? 0))).toBeLessThanOrEqual(80);
      }
    }
  });

  it("have the right one at any of the four places", () => {
    const places = asked.map((word) => placementOptions(word, asked, book).indexOf(word));
    expect(new Set(places)).toEqual(new Set([0, 1, 2, 3]));
  });

  it("are never two right ones, and never empty", () => {
    const words = [
      wordOf(0, "big, large"),
      wordOf(2, "large; tall"),
      wordOf(4, ""),
      wordOf(14, "n."),
      wordOf(6, "small"),
      wordOf(8, "Small、tiny"),
      wordOf(10, "red"),
      wordOf(12, "blue"),
    ];
    const [first = wordOf(0)] = words;
    const shown = placementOptions(first, [first], words).map(({ meaning }) => meaning);
    expect(shown.filter((meaning) => /small/i.test(meaning))).toHaveLength(1);
    expect(shown.toSorted()).toEqual(expect.arrayContaining(["big, large", "blue", "red"]));
    expect(shown).not.toContain("large; tall");
    expect(shown).not.toContain("");
    expect(shown).not.toContain("n.");
  });

  it("have no meanings that make the right one the odd one out", () => {
    const forms = ["he", "we", "she", "us"].map((text) => `the form of "${text}" after a verb`);
    const meanings = ["a large animal", ...forms, "in this place", "very soon"];
    const words = meanings.map((meaning, at) => wordOf(2 * at, meaning));
    const [first = wordOf(0)] = words;
    const shown = placementOptions(first, [first], words).map(({ meaning }) => meaning);
    expect(shown).toHaveLength(4);
    expect(shown.filter((meaning) => forms.includes(meaning))).toHaveLength(1);
  });

  it("show no label of a part of speech, which would tell the right one", () => {
    expect(placementText(wordOf(0, "adv. kindly; v. make happy"))).toBe("kindly; make happy");
    expect(placementText(wordOf(0, "n."))).toBe("n.");
  });

  it("come from the words of the test where the book has no others", () => {
    const [first = wordOf(0)] = book;
    expect(placementOptions(first, book.slice(0, 4), book.slice(0, 4))).toHaveLength(4);
  });
});
