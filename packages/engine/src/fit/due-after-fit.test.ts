import { describe, expect, it } from "vitest";
import { dueAfterFit } from "./due-after-fit.ts";

const NOW = 1_700_000_000_000;

describe("dueAfterFit", () => {
  it("brings a word forward by half of what is left at most", () => {
    expect(dueAfterFit(NOW + 100, NOW - 5000, NOW)).toBe(NOW + 50);
    expect(dueAfterFit(NOW + 100, NOW + 80, NOW)).toBe(NOW + 80);
  });

  it("puts a word off as far as the weights say", () => {
    expect(dueAfterFit(NOW + 100, NOW + 900, NOW)).toBe(NOW + 900);
  });

  it("takes the new date of a word that was due already", () => {
    expect(dueAfterFit(NOW - 100, NOW - 300, NOW)).toBe(NOW - 300);
    expect(dueAfterFit(NOW, NOW + 300, NOW)).toBe(NOW + 300);
  });

  it("keeps the order in which words were due, whatever pile the weights would make", () => {
    const dues = [10, 20, 30, 40].map((before) => dueAfterFit(NOW + before, NOW - 1, NOW));
    expect(dues).toEqual([5, 10, 15, 20].map((after) => NOW + after));
  });
});
