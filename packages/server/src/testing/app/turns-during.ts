import { performance } from "node:perf_hooks";
import { vi } from "vitest";

/**
 * How often other code ran during this work, on a clock that advances 20 ms at every look, so that
 * the work yields at every opportunity.
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
