import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 5;

/**
 * Waits for a condition that depends on other processes. Not for what a test can trigger directly.
 *
 * @throws Error if it is not met after `withinMs`
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs = 10_000,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > withinMs) throw new Error(`not within ${withinMs} ms`);
    await pause(LOOK_EVERY_MS);
  }
}
