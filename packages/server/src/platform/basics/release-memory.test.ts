import { getHeapStatistics } from "node:v8";
import { describe, expect, it } from "vitest";
import { releaseMemory } from "./release-memory.ts";

describe("releaseMemory", () => {
  it("releases unused memory, and does not leave `gc` exposed", () => {
    let held: number[][] | undefined = Array.from({ length: 400 }, (_, n) => Array(10_000).fill(n));
    const before = getHeapStatistics().total_heap_size;
    expect(held).toHaveLength(400);
    held = undefined;
    releaseMemory();
    expect(before - getHeapStatistics().total_heap_size).toBeGreaterThan(20_000_000);
    expect("gc" in globalThis).toBe(false);
  });
});
