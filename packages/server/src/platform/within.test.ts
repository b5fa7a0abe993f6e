import { describe, expect, it } from "vitest";
import { within } from "./within.ts";

describe("within", () => {
  it("passes on what comes in time, good or bad", async () => {
    expect(await within(1_000, "late", Promise.resolve(7))).toBe(7);
    await expect(within(1_000, "late", Promise.reject(new Error("bad")))).rejects.toThrow("bad");
  });

  it("gives up on what does not come", async () => {
    await expect(within(1, "late", new Promise(() => {}))).rejects.toThrow("late");
  });

  it("does not blame the other side for this process having been held up", async () => {
    const answer = new Promise<string>((resolve) => setImmediate(() => resolve("here")));
    const asked = within(1, "late", answer);
    const until = performance.now() + 5;
    while (performance.now() < until);
    expect(await asked).toBe("here");
  });
});
