import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areAlike, piecesOf } from "./answer-pieces.ts";
import { rulesOf } from "./language-rules.ts";

/** Extra letters in brackets, missing ones in braces. */
function shown(typed: string, right: string, language = "en"): string {
  const around = { same: ["", ""], extra: ["[", "]"], missing: ["{", "}"] } as const;
  return piecesOf(typed, right, rulesOf(language))
    .map(({ text, kind }) => around[kind].join("\0").replace("\0", text))
    .join("");
}

describe("the typed text beside the right one", () => {
  it("shows where they differ", () => {
    expect(shown("recieve", "receive")).toBe("rec[i]e{i}ve");
    expect(shown("", "no")).toBe("{no}");
  });

  it.each([
    ["capitals", "anzage", "Ansage", "de", "An[z]{s}age"],
    ["spaces", "give it upp", "give up", "en", "give [it] up[p]"],
    ["a space before the next word", "gives up", "give up", "en", "give[s] up"],
    ["a word that was left out", "keep mind", "keep in mind", "en", "keep {in} mind"],
    ["a word at the end", "give up now", "give up", "en", "give up [now]"],
    ["another word", "take off", "take up", "en", "take [off] {up}"],
    ["hyphens", "wel known", "well-known", "en", "wel{l}-known"],
    ["punctuation around it", "Wie gets", "Wie geht’s?", "de", "Wie ge{h}t{’}s?"],
    ["its spelling", "colur", "colour", "en", "col{o}ur"],
    ["vowel signs", "كتااب", "كِتَاب", "ar", "كِتَا[ا]ب"],
    ["a letter with its marks", "कि", "की", "hi", "[कि]{की}"],
  ])("keeps %s", (_, typed, right, language, wanted) => {
    expect(shown(typed, right, language)).toBe(wanted);
  });

  it.each([
    ["ansge", "die Ansage", "die Ans{a}ge"],
    ["die ansge", "Ansage", "Ans{a}ge"],
    ["die ansge", "die Ansage", "die Ans{a}ge"],
    ["der ansge", "die Ansage", "d{i}e[r] Ans{a}ge"],
  ])("compares articles if both have one: %s for %s", (typed, right, wanted) => {
    expect(shown(typed, right, "de")).toBe(wanted);
  });

  it("keeps every letter of any right text, in its place", () => {
    const letters = (text: string) => text.replace(/\s/gu, "");
    const anyText = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom("de", "fr", "he"), (typed, right, language) => {
        const own = piecesOf(typed, right, rulesOf(language)).filter((one) => one.kind !== "extra");
        expect(letters(own.map(({ text }) => text).join(""))).toBe(letters(right));
      }),
    );
  });
});

it("finds two words alike that share half of their letters", () => {
  expect([areAlike("bandd", "no"), areAlike("band", "would")]).toEqual([false, false]);
  expect([areAlike("recieve", "receive"), areAlike("band", "sand")]).toEqual([true, true]);
});
