import { describe, expect, it } from "vitest";
import { gaussian, hash32, stringHash } from "./random.ts";

// What we check: reproducibility by pinned values, dependence on each argument, and the shape of
// the distributions on a fixed sample large enough that five standard errors are narrow.
const SAMPLE = 20_000;
const draws = Array.from({ length: SAMPLE }, (_, index) => hash32(7, 99, index, "shape"));
const normals = Array.from({ length: SAMPLE }, (_, index) => gaussian(7, 99, index, "shape"));

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe("stringHash", () => {
  it("is an unsigned 32-bit integer", () => {
    for (const text of ["", "a", "word-1", "ß漢"]) {
      const hash = stringHash(text);
      expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
    }
  });

  it("never changes, because stored draws depend on it", () => {
    expect([stringHash(""), stringHash("word-1")]).toEqual([2872998923, 1737699296]);
  });

  it("differs for similar ids", () => {
    const hashes = new Set(Array.from({ length: 5_000 }, (_, n) => stringHash(`word-${n}`)));
    expect(hashes.size).toBe(5_000);
  });
});

describe("hash32", () => {
  it("is the same on every call and in every release", () => {
    expect(hash32(1, 2, 3, "a") * 2 ** 32).toBe(2664389591);
    expect(hash32(1, 2, 3, "a") * 2 ** 32).toBe(2664389591);
  });

  it("changes with every single argument", () => {
    const all = [
      hash32(1, 2, 3, "a"),
      hash32(9, 2, 3, "a"),
      hash32(1, 9, 3, "a"),
      hash32(1, 2, 9, "a"),
      hash32(1, 2, 3, "b"),
      hash32(2, 1, 3, "a"),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it("is uniform in [0, 1)", () => {
    const bins = new Array<number>(10).fill(0);
    for (const draw of draws) bins[Math.floor(draw * 10)]! += 1;
    const fair = SAMPLE / 10;
    expect(Math.max(...bins.map((n) => Math.abs(n - fair)))).toBeLessThan(5 * Math.sqrt(fair));
  });

  it("does not correlate consecutive draws", () => {
    const products = draws.slice(1).map((draw, at) => (draw - 0.5) * (draws[at]! - 0.5));
    expect(Math.abs(mean(products) * 12)).toBeLessThan(5 / Math.sqrt(SAMPLE));
  });
});

describe("gaussian", () => {
  it("has mean 0, variance 1 and no skew", () => {
    const bound = 5 / Math.sqrt(SAMPLE);
    expect(Math.abs(mean(normals))).toBeLessThan(bound);
    expect(Math.abs(mean(normals.map((z) => z * z)) - 1)).toBeLessThan(bound * Math.SQRT2);
    expect(Math.abs(mean(normals.map((z) => z ** 3)))).toBeLessThan(bound * Math.sqrt(15));
  });

  it("is independent of the uniform draw with the same arguments", () => {
    const products = normals.map((z, at) => z * (draws[at]! - 0.5));
    expect(Math.abs(mean(products) * Math.sqrt(12))).toBeLessThan(5 / Math.sqrt(SAMPLE));
  });
});
