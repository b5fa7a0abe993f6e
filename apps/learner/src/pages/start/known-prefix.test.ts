import { describe, expect, test } from "vitest";
import { alongRanks, isPlaced, knownPrefix } from "./known-prefix.ts";

const answers = (text: string) => [...text].map((sign) => sign === "+");

describe("knownPrefix", () => {
  test.each([
    ["", 0],
    ["++", 0],
    ["+++", 3],
    ["+++-", 3],
    ["-+++", 0],
    ["+++-+", 3],
    ["+++-++++", 8],
    ["+++-++++--+", 8],
    ["++++++++++++++++++++", 20],
  ])("%s: the first %i words are surely known", (given, known) => {
    expect(knownPrefix(answers(given))).toBe(known);
  });
});

test("asking ends with the last word, or after three misses in a row", () => {
  expect(isPlaced(answers("++-"), 20)).toBe(false);
  expect(isPlaced(answers("+--"), 20)).toBe(false);
  expect(isPlaced(answers("+---"), 20)).toBe(true);
  expect(isPlaced(answers("+-+"), 3)).toBe(true);
});

test("the asked words are in the middle of equal steps along the ranks", () => {
  const ranks = Array.from({ length: 100 }, (_, rank) => rank);
  expect(alongRanks(ranks, 4)).toEqual([12, 37, 62, 87]);
  expect(alongRanks([1, 2], 20)).toEqual([1, 2]);
});
