import { describe, expect, it } from "vitest";
import { parseSynset, readSenseIndex } from "./wordnet-reader.ts";

const INDEX = [
  "dog%1:05:00:: 02086723 1 42",
  "dog%2:38:00:: 02005890 1 2",
  "dog's_breakfast%1:26:00:: 14431000 1 0",
  "light%1:19:00:: 11473954 1 30",
  "light%5:00:01:pale:00 00408660 2 14",
  "light%3:00:01:: 01186408 1 31",
  "u.s.%1:15:00:: 09044862 1 0",
].join("\n");

describe("readSenseIndex", () => {
  it("lists the senses of single words and nothing else", () => {
    expect([...readSenseIndex(INDEX).keys()]).toEqual(["dog", "light"]);
  });

  it("puts the most tagged sense first, with satellites among the adjectives", () => {
    expect(readSenseIndex(INDEX).get("light")).toEqual([
      { partOfSpeech: "adjective", number: 1, taggedCount: 31, offset: 1186408 },
      { partOfSpeech: "noun", number: 1, taggedCount: 30, offset: 11473954 },
      { partOfSpeech: "adjective", number: 2, taggedCount: 14, offset: 408660 },
    ]);
  });
});

describe("parseSynset", () => {
  it("reads words, a hexadecimal count and the gloss", () => {
    const words = Array.from({ length: 10 }, (_, index) => `w${index} 0`).join(" ");
    const line = `00001740 29 v 0a ${words} 001 @ 00005041 v 0000 01 + 02 00 | do it; "try"  `;
    expect(parseSynset(line)).toEqual({
      words: ["w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9"],
      isInstance: false,
      gloss: 'do it; "try"',
    });
  });

  it("recognises names and drops markers of adjective position", () => {
    const name = "09044862 15 n 01 Paris 0 001 @i 08691669 n 0000 | the capital of France";
    expect(parseSynset(name)).toMatchObject({ words: ["Paris"], isInstance: true });
    const adjective = "00001000 00 s 01 awake(p) 0 000 | not asleep";
    expect(parseSynset(adjective).words).toEqual(["awake"]);
  });
});
