import { describe, expect, it } from "vitest";
import { defineEnglish, defineSingle, isEnglishWord, relatedWords } from "./wordnet.service.ts";

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
  ])("leads from %s to %s", (from, to) => expect(texts(from)).toContain(to));

  it("puts what means the same first", () => {
    const related = relatedWords("car");
    expect(related[0]).toEqual({ text: "auto", closeness: 0.9 });
    expect(related.map(({ closeness }) => closeness)).toEqual(
      related.map(({ closeness }) => closeness).toSorted((a, b) => b - a),
    );
  });

  it.each(["Cars", "car ", "CAR"])("understands %j", (form) => {
    expect(texts(form)).toContain("automobile");
  });

  it.each([
    ["hopped", "skip"],
    ["sailed", "navigate"],
    ["parties", "political party"],
  ])("understands the form %s", (form, to) => expect(texts(form)).toContain(to));

  it("leads from a form to its word", () => expect(texts("teaches")[0]).toBe("teach"));

  it("does not name the word itself", () => expect(texts("car")).not.toContain("car"));

  it.each(["", "xyzzyx", "快乐", "café", "a\nb", "../etc", "x".repeat(10_000)])(
    "knows nothing near %j",
    (word) => expect(texts(word)).toEqual([]),
  );
});

describe("isEnglishWord", () => {
  it("tells kinds of words apart", () => {
    expect(isEnglishWord("happy", ["adjective"])).toBe(true);
    expect(isEnglishWord("happy", ["noun", "verb"])).toBe(false);
    expect(isEnglishWord("happily", ["adverb"])).toBe(true);
  });

  it("passes over what is hardly ever used", () => {
    expect(isEnglishWord("zymurgy", ["noun"])).toBe(false);
  });
});

describe("defineSingle", () => {
  it("tells of a word with one sense, and of no other", () => {
    expect(defineSingle("asymmetry")).toContain("lack of symmetry");
    expect(defineSingle("care")).toBeUndefined();
    expect(defineSingle("nonesuchword")).toBeUndefined();
  });
});

describe("defineEnglish", () => {
  it("gives the commonest sense without examples", () => {
    expect(defineEnglish("happy")).toBe("enjoying or showing or marked by joy or pleasure");
    expect(defineEnglish("nonesuchword")).toBeUndefined();
  });
});
