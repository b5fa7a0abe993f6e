import { parameterTable } from "@wordloom/engine/parameters";
import { describe, expect, it } from "vitest";
import { effectOf, pathsWithEffects } from "./effect-table.ts";

describe("effects of parameters", () => {
  const paths = parameterTable().map(({ path }) => path);

  it("are there for every parameter, and for no other", () => {
    expect(pathsWithEffects().toSorted()).toEqual(paths.toSorted());
    expect(() => effectOf("memoryModel.w")).toThrow(RangeError);
    expect(() => effectOf("toString")).toThrow(RangeError);
  });

  it("are one sentence each, different up and down, and of no other parameter", () => {
    const sentences = paths.flatMap((path) => Object.values(effectOf(path)));
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]{10,98}\.$/);
    expect(new Set(sentences).size).toBe(2 * paths.length);
  });
});
