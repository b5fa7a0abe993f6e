import { getHeapStatistics } from "node:v8";
import { describe, expect, it } from "vitest";
import { releaseStartMemory } from "./start-memory.ts";

describe("releaseStartMemory", () => {
  it("gives back what nobody holds any more, and leaves no collector behind", () => {
    let held: number[][] | undefined = Array.from({ length: 400 }, (_, n) => Array(10_000).fill(n));
    const before = getHeapStatistics().total_heap_size;
    expect(held).toHaveLength(400);
    held = undefined;
    releaseStartMemory();
    expect(before - getHeapStatistics().total_heap_size).toBeGreaterThan(20_000_000);
    expect("gc" in globalThis).toBe(false);
  });
});
