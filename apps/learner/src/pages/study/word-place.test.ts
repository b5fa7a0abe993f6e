import { describe, expect, it } from "vitest";
import { wordPlace } from "./word-place.ts";

const marked = (sentence: string, word: string, from?: number) => {
  const place = wordPlace(sentence, word, from);
  return place === undefined ? undefined : sentence.slice(place.at, place.end);
};

describe("the place of a word in a sentence", () => {
  it.each([
    ["She did keep it.", "keep", "keep"],
    ["Keep it.", "keep", "Keep"],
    ["I don’t know.", "don't", "don’t"],
    ["I don't know.", "don’t", "don't"],
    ["Un cafe\u0301, merci.", "caf\u00e9", "cafe\u0301"],
    ["Ein ＵＳＢ-Kabel.", "USB", "ＵＳＢ"],
    ["İyi, İzmir uzak.", "uzak", "uzak"],
    ["Η ΟΔΟΣ εδώ.", "οδος", "ΟΔΟΣ"],
    ["They gave  up.", "gave  up", undefined],
    ["Nothing here.", "keep", undefined],
    ["Nothing here.", "", undefined],
  ])("of %j is that of %j: %j", (sentence, word, found) => {
    expect(marked(sentence, word)).toBe(found);
  });

  it("is the next one from where the search begins", () => {
    expect(wordPlace("so and so", "so", 1)).toEqual({ at: 7, end: 9 });
    expect(wordPlace("so", "so", 2)).toBeUndefined();
  });
});
