import { describe, expect, it } from "vitest";
import { withTimeout } from "./with-timeout.ts";

describe("withTimeout", () => {
  it("settles like a promise that settles in time", async () => {
    expect(await withTimeout(1_000, "late", Promise.resolve(7))).toBe(7);
    await expect(withTimeout(1_000, "late", Promise.reject(new Error("bad")))).rejects.toThrow(
      "bad",
    );
  });

  it("rejects after the timeout", async () => {
    await expect(withTimeout(1, "late", new Promise(() => {}))).rejects.toThrow("late");
  });

  it("does not time out because this process was blocked", async () => {
    const answer = new Promise<string>((resolve) => setImmediate(() => resolve("here")));
    const asked = withTimeout(1, "late", answer);
    const until = performance.now() + 5;
    while (performance.now() < until);
    expect(await asked).toBe("here");
  });
});
