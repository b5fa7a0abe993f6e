import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { turnsDuring } from "../../testing/app/turns-during.ts";
import { mapInTurns, takeTurns } from "./turns.ts";

describe("takeTurns", () => {
  it("returns nothing to await in a short turn, and the next turn in a long one", async () => {
    await nextTurn();
    let ms = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => ms);
    try {
      expect(takeTurns()).toBeUndefined();
      expect(takeTurns()).toBeUndefined();
      ms = 11;
      const next = takeTurns();
      expect(next).toBeInstanceOf(Promise);
      await next;
      expect(takeTurns()).toBeUndefined();
    } finally {
      clock.mockRestore();
    }
  });
});

describe("mapInTurns", () => {
  it("lets other work in between long pieces", async () => {
    const map = () => mapInTurns([1, 2, 3, 4, 5, 6], (n) => 2 * n);
    expect(await map()).toEqual([2, 4, 6, 8, 10, 12]);
    expect(await turnsDuring(map)).toBeGreaterThan(2);
  });

  it("passes the index", async () => {
    expect(await mapInTurns(["a", "b"], (entry, index) => entry + index)).toEqual(["a0", "b1"]);
  });
});
