import { describe, expect, it } from "vitest";
import { cosine, createVectorIndex, fromBlob, toBlob } from "./vector-index.ts";

const unit = (...values: number[]) => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};
/** A thousand dimensions. Filled in a loop, because there are millions of them. */
function waves(seed: number): Float32Array {
  const vector = new Float32Array(1000);
  let squares = 0;
  for (let n = 0; n < vector.length; n += 1) {
    const value = Math.sin(seed * (n + 7));
    vector[n] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  for (let n = 0; n < vector.length; n += 1) vector[n] = (vector[n] ?? 0) / length;
  return vector;
}
const texts = (found: readonly { wordId: string }[]) => found.map(({ wordId }) => wordId);

describe("a vector index", () => {
  it("returns the nearest first, up to the limit", async () => {
    const index = createVectorIndex();
    index.put("east", unit(1, 0));
    index.put("north", unit(0, 1));
    index.put("west", unit(-1, 0));
    index.put("northeast", unit(1, 1));
    expect(texts(await index.nearest(unit(1, 0.2), 10))).toEqual(
      "east northeast north west".split(" "),
    );
    expect(texts(await index.nearest(unit(0, 1), 1))).toEqual(["north"]);
    expect((await index.nearest(unit(1, 0), 1))[0]?.closeness).toBeCloseTo(1, 2);
  });

  it("replaces the vector of a word", async () => {
    const index = createVectorIndex();
    index.put("a", unit(1, 0));
    index.put("b", unit(0.6, 0.8));
    index.put("a", unit(0, 1));
    expect(index.size).toBe(2);
    expect(texts(await index.nearest(unit(1, 0), 2))).toEqual(["b", "a"]);
  });

  it("ignores vectors with another number of dimensions", async () => {
    const index = createVectorIndex();
    index.put("a", unit(1, 0));
    index.put("b", unit(1, 0, 0));
    expect(index.size).toBe(1);
    expect(await index.nearest(unit(1, 0, 0), 5)).toEqual([]);
  });

  it("finds nothing if it is empty", async () => {
    expect(await createVectorIndex().nearest(unit(1), 5)).toEqual([]);
  });

  it("is exact to about 1 %, beyond its initial capacity and over several turns", async () => {
    const index = createVectorIndex();
    const vectors = Array.from({ length: 2500 }, (_, n) => waves(n + 1));
    for (const [n, vector] of vectors.entries()) index.put(`${n}`, vector);
    const query = waves(12.5);
    const found = await index.nearest(query, 20);
    for (const { wordId, closeness } of found) {
      const exact = cosine(query, vectors[Number(wordId)] ?? query);
      expect(Math.abs(closeness - exact)).toBeLessThan(0.01);
    }
    const best = vectors.reduce((most, vector) => Math.max(most, cosine(query, vector)), -1);
    expect(found[0]?.closeness).toBeGreaterThan(best - 0.02);
  });
});

describe("toBlob", () => {
  it("survives a round trip with any alignment of the bytes", () => {
    const vector = unit(0.1, -0.2, 0.3);
    const shifted = new Uint8Array([0, ...toBlob(vector)]).subarray(1);
    expect(fromBlob(shifted)).toEqual(vector);
  });
});
