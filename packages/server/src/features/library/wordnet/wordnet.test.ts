import { describe, expect, it } from "vitest";
import {
  areSynonyms,
  defineEnglish,
  defineSingle,
  isEnglishWord,
  relatedWords,
} from "./wordnet.ts";

const texts = (word: string) => relatedWords(word).map(({ text }) => text);

describe("relatedWords", () => {
  it.each([
    ["happy", "glad"],
    ["happy", "unhappy"],
    ["begin", "start"],
    ["big", "large"],
    ["car", "automobile"],
    ["car", "motor vehicle"],
    ["bird", "parrot"],
    ["decide", "decision"],
  ])("relates %s to %s", (from, to) => expect(texts(from)).toContain(to));

  it("lists synonyms first", () => {
    const related = relatedWords("car");
    expect(related[0]).toEqual({ text: "auto", closeness: 0.9 });
    expect(related.map(({ closeness }) => closeness)).toEqual(
      related.map(({ closeness }) => closeness).toSorted((a, b) => b - a),
    );
  });

  it.each(["Cars", "car ", "CAR"])("accepts %j", (form) => {
    expect(texts(form)).toContain("automobile");
  });

  it.each([
    ["hopped", "skip"],
    ["sailed", "navigate"],
    ["parties", "political party"],
  ])("accepts the inflected form %s", (form, to) => expect(texts(form)).toContain(to));

  it("includes the base form of an inflected form", () =>
    expect(texts("teaches")[0]).toBe("teach"));

  it("does not include the word itself", () => expect(texts("car")).not.toContain("car"));

  it.each(["", "xyzzyx", "快乐", "café", "a\nb", "../etc", "x".repeat(10_000)])(
    "is empty for %j",
    (word) => expect(texts(word)).toEqual([]),
  );
});

describe("isEnglishWord", () => {
  it("distinguishes parts of speech", () => {
    expect(isEnglishWord("happy", ["adjective"])).toBe(true);
    expect(isEnglishWord("happy", ["noun", "verb"])).toBe(false);
    expect(isEnglishWord("happily", ["adverb"])).toBe(true);
  });

  it("ignores words that are hardly ever used", () => {
    expect(isEnglishWord("zymurgy", ["noun"])).toBe(false);
  });
});

describe("defineSingle", () => {
  it("defines only words with a single sense", () => {
    expect(defineSingle("asymmetry")).toContain("lack of symmetry");
    expect(defineSingle("care")).toBeUndefined();
    expect(defineSingle("nonesuchword")).toBeUndefined();
  });
});

describe("defineEnglish", () => {
  it("defines the most common sense, without examples", () => {
    expect(defineEnglish("happy")).toBe("enjoying or showing or marked by joy or pleasure");
    expect(defineEnglish("nonesuchword")).toBeUndefined();
  });
});

describe("areSynonyms", () => {
  it.each([
    ["afraid", "scared"],
    ["Once", "former"],
    ["begin", "starts"],
  ])("counts %s and %s, either way", (one, other) => {
    expect(areSynonyms(one, other)).toBe(true);
    expect(areSynonyms(other, one)).toBe(true);
  });

  it.each([
    ["happy", "unhappy"],
    ["bird", "parrot"],
    ["apple", "table"],
    ["xyzzy", "xyzzy"],
    ["以前", "曾经"],
  ])("does not count %s and %s", (one, other) => expect(areSynonyms(one, other)).toBe(false));
});
