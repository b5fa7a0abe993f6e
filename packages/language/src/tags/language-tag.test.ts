import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseLanguage, canonicalLanguage, isOfLanguage } from "./language-tag.ts";
import { textDirection } from "./text-direction.ts";
import { languageChoices, languageName } from "./language-choices.ts";
import { haveSameLanguages } from "./same-languages.ts";
import { languageOfScript, scriptOf } from "../scripts/script.ts";

describe("a language tag", () => {
  it.each([
    ["EN", "en"],
    ["zh-hans", "zh-Hans"],
    ["pt-br", "pt-BR"],
    ["iw", "he"],
    ["cmn", "zh"],
    ["", undefined],
    ["english language", undefined],
    ["e", undefined],
    ["de_DE", undefined],
    ["12", undefined],
    [`en-x-${"a".repeat(8)}-x-${"b".repeat(60)}`, undefined],
  ])("%j is %j in canonical form", (tag, canonical) => {
    expect(canonicalLanguage(tag)).toBe(canonical);
  });

  it("never fails, and is canonical the second time as well", () => {
    const names = fc.constantFrom("constructor", "__proto__");
    const tag = fc.oneof(
      names,
      fc.string(),
      fc.stringMatching(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8}){0,3}$/),
    );
    fc.assert(
      fc.property(tag, (text) => {
        const canonical = canonicalLanguage(text);
        if (canonical !== undefined) expect(canonicalLanguage(canonical)).toBe(canonical);
        expect(["ltr", "rtl", undefined]).toContain(textDirection(text));
        expect(typeof languageName(text, "en")).toBe("string");
        expect(typeof baseLanguage(text)).toBe("string");
      }),
    );
  });

  it.each([
    ["zh-Hans", "zh", true],
    ["ZH-hans", "zh-Hans", true],
    ["zh", "zh-Hans", false],
    ["zho", "zh", false],
    ["de-AT", "*", true],
  ])("%s is of %s: %s", (tag, range, isOf) => expect(isOfLanguage(tag, range)).toBe(isOf));

  it.each([
    ["ar", "rtl"],
    ["he", "rtl"],
    ["fa-AF", "rtl"],
    ["ur", "rtl"],
    ["pa-Arab", "rtl"],
    ["dv", "rtl"],
    ["pa", "ltr"],
    ["az", "ltr"],
    ["en", "ltr"],
    ["zh-Hans", "ltr"],
    ["xx", undefined],
    ["!", undefined],
  ])("%s is written %s", (tag, direction) => expect(textDirection(tag)).toBe(direction));
});

describe("languages to choose from", () => {
  it("have names in the reader's language, in its order, and in their own", () => {
    const choices = languageChoices("de");
    const names = choices.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator("de").compare));
    expect(choices.find(({ tag }) => tag === "fr")).toMatchObject({
      name: "Französisch",
      ownName: "français",
    });
  });

  it("include tags in use, once", () => {
    const tags = languageChoices("en", ["gsw", "de"]).map(({ tag }) => tag);
    expect(tags).toContain("gsw");
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe("the script of a text", () => {
  it.each([
    ["不情愿的；勉强的", "Hani", "zh"],
    ["気が進まない", "Jpan", "ja"],
    ["꺼리는, 마지못한 (不)", "Kore", "ko"],
    ["луна", "Cyrl", undefined],
    ["مدرسة", "Arab", undefined],
    ["שלום! (ברכה), היי?", "Hebr", undefined],
    ["สวัสดี", "Thai", "th"],
    ["ქართული", "Geor", "ka"],
    ["Fähigkeit", "Latn", undefined],
    ["123!", "", undefined],
    ["", "", undefined],
  ])("%s is %s, its language %s", (text, script, language) => {
    expect([scriptOf(text), languageOfScript(text)]).toEqual([script, language]);
  });
});

describe("whether two words look alike in language", () => {
  const word = { text: "Bank", language: "de", meaning: "bank", meaningLanguage: "en" };
  it.each([
    [{ text: "Haus", language: "de-AT", meaning: "house", meaningLanguage: "en-GB" }, true],
    [{ text: "Haus", meaning: "" }, true],
    [{ text: "maison", language: "fr", meaning: "house", meaningLanguage: "en" }, false],
    [{ text: "Haus", language: "de", meaning: "casa", meaningLanguage: "es" }, false],
    [{ text: "дом", meaning: "house" }, false],
    [{ text: "Haus", meaning: "房子" }, false],
  ])("%j: %s", (other, isAlike) => expect(haveSameLanguages(word, other)).toBe(isAlike));
});
