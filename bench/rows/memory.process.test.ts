import { describe, expect, it } from "vitest";
import { measureMemory, SMALL_HEAP } from "./memory.ts";

const FEW = {
  learners: 4,
  streams: 2,
  connections: 10,
  rate: 100,
  seconds: 2,
  restSeconds: 0,
  settleSeconds: 0,
};

describe("the row memory", () => {
  it("has no errors with a heap of 256 MB, and reads the memory", { timeout: 60_000 }, async () => {
    const figures = await measureMemory("", SMALL_HEAP, FEW);
    const valueOf = (name: string) => figures.find((figure) => figure.name === name)?.value;
    expect(valueOf("errors")).toBe(0);
    if (process.platform === "linux") expect(valueOf("largest under load")).toBeGreaterThan(50);
  });
});
