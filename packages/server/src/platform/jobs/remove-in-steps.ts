const AT_ONCE = 1_000;

/**
 * Removes old rows in batches, so that no statement blocks others for long.
 *
 * @param removeSome  removes at most `limit` rows and returns the number removed
 * @param signal      stops it between two steps
 * @returns number of rows removed
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
