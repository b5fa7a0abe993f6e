const AT_ONCE = 1_000;

/**
 * Removes old rows some at a time, so that no statement holds others up for long.
 *
 * @param removeSome  removes at most so many rows and says how many there were
 * @param signal      calls it off between two steps
 * @returns           number of rows removed
 */
export async function removeInSteps(
  removeSome: (limit: number) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const some = await removeSome(AT_ONCE);
    removed += some;
    if (some < AT_ONCE) return removed;
  }
}
