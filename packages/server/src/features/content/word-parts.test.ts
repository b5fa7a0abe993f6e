import { describe, expect, it } from "vitest";
import { defineEnglish, isEnglishWord } from "../wordnet/wordnet.service.ts";
import { KNOWN_PARTS, splitWord } from "./word-parts.ts";

const lexicon = { isWord: isEnglishWord, define: defineEnglish };
const split = (word: string) =>
  splitWord(word, lexicon)
    .map(({ text }) => text)
    .join(" ");

describe("splitWord", () => {
  it.each([
    ["unhappiness", "un- happy -ness"],
    ["inspection", "in- spect -ion"],
    ["transportation", "trans- port -ation"],
    ["photograph", "photo graph"],
    ["biology", "bio -logy"],
    ["manuscript", "manu script"],
    ["verdict", "ver dict"],
    ["decide", "de- cid"],
    ["careful", "care -ful"],
    ["baggage", "bag -age"],
    ["scared", "scare -ed"],
    ["television", "tele- vis -ion"],
    ["unbelievable", "un- believe -able"],
    ["misunderstanding", "mis- under- stand -ing"],
    ["football", "foot ball"],
  ])("reads %s as %s", (word, parts) => expect(split(word)).toBe(parts));

  it.each(["uncle", "table", "begin", "carpet", "german", "apple", "water", "pony", "city"])(
    "leaves %s whole",
    (word) => expect(split(word)).toBe(""),
  );

  it.each(["", "a", "快乐", "Inspection", "two words", "in-spection", "x".repeat(5_000)])(
    "does not try %j",
    (word) => expect(split(word)).toBe(""),
  );

  it("tells what each part means and where it comes from", () => {
    expect(splitWord("inspection", lexicon)).toEqual([
      { text: "in-", type: "prefix", meaning: "in, into", origin: "Latin" },
      { text: "spect", type: "root", meaning: "look", origin: "Latin" },
      { text: "-ion", type: "suffix", meaning: "act, state", origin: "Latin" },
    ]);
  });

  it.each([
    ["informal", "not"],
    ["inspect", "in, into"],
  ])("knows which in- stands in %s", (word, meaning) => {
    expect(splitWord(word, lexicon)[0]?.meaning).toBe(meaning);
  });

  it("knows enough parts to be of use", () => expect(KNOWN_PARTS).toBeGreaterThanOrEqual(250));

  it("is done soon with the most ambiguous word", () => {
    const startMs = performance.now();
    split("reinininunununereretotototatatatationationationalism");
    split("inin".repeat(10));
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});
