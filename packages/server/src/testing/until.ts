import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 5;

/**
 * Waits for something that other processes bring about; for nothing that can be caused directly.
 *
 * @throws Error when it has not come about after `withinMs`
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
