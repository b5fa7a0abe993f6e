import { describe, expect, it } from "vitest";
import { chooseHeadwords, mainSense } from "./headwords.ts";
import { parseSynset, readSenseIndex, type Wordnet } from "./wordnet-reader.ts";

// Which words are chosen, in which order and with which sense. A dictionary of a few lines; each
// sense is its own synset unless two share an offset.
const WORDS = [
  "house%1:06:00:: 00000001 1 50",
  "paris%1:15:00:: 00000002 1 9",
  "color%1:07:00:: 00000003 1 9",
  "colour%1:07:00:: 00000003 1 0",
  "run%2:38:00:: 00000004 1 60",
  "run%1:04:00:: 00000005 1 20",
  "the%1:10:00:: 00000006 1 0",
  "bank%1:17:01:: 00000007 1 25",
  "bank%1:14:00:: 00000008 2 20",
  "mark%1:10:00:: 00000009 1 9",
  "mom%1:18:00:: 00000010 1 0",
];
const senses = readSenseIndex(WORDS.join("\n"));
const wordnet: Wordnet = {
  sensesOf: (lemma) => senses.get(lemma) ?? [],
  readSynset: ({ offset }) => {
    const words = [...senses].filter(([, list]) => list.some((sense) => sense.offset === offset));
    const spellings = words.map(([word]) => (word === "paris" ? "Paris 0" : `${word} 0`));
    return parseSynset(`0 00 n 0${spellings.length} ${spellings.join(" ")} 000 | something`);
  },
  glossesOf: () => [].values(),
};

const choose = (forms: Record<string, number>, size = 10) =>
  chooseHeadwords(
    Object.entries(forms).map(([word, count]) => ({ word, count })),
    wordnet,
    size,
  ).map(({ text }) => text);

describe("chooseHeadwords", () => {
  it("orders by the count of all forms and breaks ties by spelling", () => {
    expect(choose({ house: 5, run: 3, ran: 3, bank: 5 })).toEqual(["run", "bank", "house"]);
  });

  it("stops at the requested size", () => {
    expect(choose({ house: 5, run: 3 }, 1)).toEqual(["house"]);
  });

  it("omits grammar words, names and second spellings", () => {
    expect(choose({ the: 99, paris: 9, color: 5, colour: 4, Mark: 3 })).toEqual(["color"]);
  });

  it("includes words capitalised only at the start of sentences or in address", () => {
    expect(choose({ Mom: 9 })).toEqual(["mom"]);
  });
});

describe("mainSense", () => {
  it("is the most tagged sense of the most tagged part of speech", () => {
    expect(mainSense("run", wordnet)).toMatchObject({ partOfSpeech: "verb", number: 1 });
  });

  it("is replaced by a hand-picked one", () => {
    expect(mainSense("bank", wordnet)).toMatchObject({ partOfSpeech: "noun", number: 2 });
  });

  it("is undefined for a name", () => {
    expect(mainSense("paris", wordnet)).toBeUndefined();
  });
});
