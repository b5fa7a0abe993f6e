import { performance } from "node:perf_hooks";
import { vi } from "vitest";

/**
 * How often others got their turn while this work ran, on a processor so slow that every look at
 * the clock finds 20 ms gone: then work takes turns wherever it can.
 */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let nowMs = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 20));
  let turns = -1;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  try {
    await work();
  } finally {
    isOver = true;
    clock.mockRestore();
  }
  return turns;
}
