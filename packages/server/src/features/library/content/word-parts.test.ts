import { describe, expect, it } from "vitest";
import { usedMs } from "@wordloom/testing/process/cpu-time";
import { defineSingle, isEnglishWord } from "../wordnet/wordnet.ts";
import { KNOWN_READINGS } from "./affixes/known-readings.ts";
import { KNOWN_PARTS, splitWord } from "./word-parts.ts";

const lexicon = { isWord: isEnglishWord, define: defineSingle };
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

  it.each([
    ["agreement", "agree -ment"],
    ["complement", "com- ple -ment"],
    ["administration", "ad- ministr -ation"],
    ["discover", "dis- cover"],
    ["innovate", "in- nov -ate"],
    ["encourage", "en- cour -age"],
    ["regulate", "regul -ate"],
  ])("does not mistake the end of a stem for a root: %s is %s", (word, parts) =>
    expect(split(word)).toBe(parts),
  );

  it.each([
    ["economy", "nom", "law, order"],
    ["terrible", "terr", "frighten"],
    ["deterrent", "terr", "frighten"],
    ["percent", "cent", "hundred"],
    ["decide", "cid", "cut, kill"],
    ["religion", "lig", "bind"],
    ["permanent", "man", "stay, remain"],
  ])("selects the right one of several roots in %s", (word, text, meaning) => {
    expect(splitWord(word, lexicon)).toContainEqual({
      text,
      type: "root",
      meaning,
      origin: expect.any(String),
    });
  });

  it.each([...KNOWN_READINGS.keys()])("can parse the known reading of %s", (word) => {
    expect(splitWord(word, lexicon).length).toBeGreaterThan(1);
  });

  it("gives an ambiguous whole word no meaning", () => {
    expect(splitWord("careful", lexicon)[0]).toEqual({ text: "care", type: "root", meaning: "" });
  });

  it.each(["abandon", "engage", "brandy", "colony", "comedy", "isolate", "console", "insolent"])(
    "finds no parts in %s",
    (word) => expect(split(word)).toBe(""),
  );

  it.each(["uncle", "table", "begin", "carpet", "german", "apple", "water", "pony", "city"])(
    "does not split %s",
    (word) => expect(split(word)).toBe(""),
  );

  it.each(["", "a", "快乐", "Inspection", "two words", "in-spection", "x".repeat(5_000)])(
    "ignores %j",
    (word) => expect(split(word)).toBe(""),
  );

  it("returns the meaning and origin of each part", () => {
    expect(splitWord("inspection", lexicon)).toEqual([
      { text: "in-", type: "prefix", meaning: "in, into", origin: "Latin" },
      { text: "spect", type: "root", meaning: "look", origin: "Latin" },
      { text: "-ion", type: "suffix", meaning: "act, state", origin: "Latin" },
    ]);
  });

  it.each([
    ["informal", "not"],
    ["inspect", "in, into"],
  ])("selects the right meaning of in- in %s", (word, meaning) => {
    expect(splitWord(word, lexicon)[0]?.meaning).toBe(meaning);
  });

  it("has at least 250 parts", () => expect(KNOWN_PARTS).toBeGreaterThanOrEqual(250));

  it("is fast even for the most ambiguous word", () => {
    const before = usedMs();
    split("reinininunununereretotototatatatationationationalism");
    split("inin".repeat(10));
    expect(usedMs() - before).toBeLessThan(1_000);
  });
});
