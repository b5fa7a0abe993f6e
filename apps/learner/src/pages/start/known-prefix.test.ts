import type { WordPublic } from "@wordloom/contract";
import { describe, expect, test } from "vitest";
import { alongRanks, isPlaced, knownPrefix, placementOf } from "./known-prefix.ts";

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

describe("what a placement finds", () => {
  const book = Array.from({ length: 100 }, (_, at) => ({ id: `w${at}` }) as WordPublic);
  const asked = alongRanks(book, 20);

  test("skips known words but for missed ones, and starts after them", () => {
    const answers = [...Array(10).fill(true), false, true, true, false, false, false];
    const found = placementOf(book, asked, answers);
    expect(found).toMatchObject({ answers: 16, right: 12, isEarly: true, known: 65, kept: 1 });
    expect(found.skipped).toHaveLength(64);
    expect(found.start).toEqual({ word: book[65], rank: 66 });
  });

  test("starts after the known words where none of them was missed", () => {
    const answers = [...Array(10).fill(true), false, false, false];
    const found = placementOf(book, asked, answers);
    expect(found).toMatchObject({ known: 50, kept: 0, start: { rank: 51 } });
  });

  test("counts up to halfway between the words asked, wherever in the book they are", () => {
    const late = [60, 70, 80, 90].flatMap((at) => book.slice(at, at + 1));
    const found = placementOf(book, late, [true, true, true, false]);
    expect(found).toMatchObject({ known: 85, start: { rank: 86 } });
  });

  test("starts with the first word where no word could be asked", () => {
    expect(placementOf(book, [], [])).toMatchObject({ known: 0, skipped: [], start: { rank: 1 } });
  });

  test("starts with the first word where nothing is known, and nowhere where everything is", () => {
    const none = placementOf(book, asked, [false, false, false]);
    expect(none).toMatchObject({ known: 0, skipped: [], start: { rank: 1 } });
    const all = placementOf(book, asked, Array(20).fill(true));
    expect(all).toMatchObject({ known: 100, isEarly: false, start: undefined });
  });
});
