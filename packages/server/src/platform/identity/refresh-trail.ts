/**
 * Recently replaced refresh ids, stored with the session as text: `id@ms id@ms …`.
 *
 * Several tabs may present the same refresh token at once; one wins, and it may rotate again before
 * the request of the slowest tab arrives. So one predecessor is not enough to distinguish a race
 * from a stolen token.
 */

/** How long after its rotation a refresh token counts as a concurrent request, not as stolen. */
export const RACE_WINDOW_MS = 30_000;

/** A browser with many tabs does not rotate more often than this within the window. */
const TRAIL_LENGTH_MAX = 8;

/** Adds a replaced id and drops those outside the window. */
export function extendTrail(trail: string | null, refreshId: string, nowMs: number): string {
  const recent = entriesOf(trail).filter((entry) => nowMs - entry.atMs <= RACE_WINDOW_MS);
  const entries = [...recent, { refreshId, atMs: nowMs }].slice(-TRAIL_LENGTH_MAX);
  return entries.map((entry) => `${entry.refreshId}@${entry.atMs}`).join(" ");
}

/** Whether this refresh token was replaced within the race window. */
export function wasJustReplaced(trail: string | null, refreshId: string, nowMs: number): boolean {
  return entriesOf(trail).some(
    (entry) => entry.refreshId === refreshId && nowMs - entry.atMs <= RACE_WINDOW_MS,
  );
}

/** Whether the trail, which keeps only the last replacements, shows that the token was replaced. */
export function wasReplaced(trail: string | null, refreshId: string): boolean {
  return entriesOf(trail).some((entry) => entry.refreshId === refreshId);
}

/** Whether this refresh token is the last one that was replaced. */
export function wasReplacedLast(trail: string | null, refreshId: string): boolean {
  return entriesOf(trail).at(-1)?.refreshId === refreshId;
}

function entriesOf(trail: string | null): { refreshId: string; atMs: number }[] {
  return (trail ?? "")
    .split(" ")
    .filter(Boolean)
    .map((entry) => {
      const at = entry.lastIndexOf("@");
      return { refreshId: entry.slice(0, at), atMs: Number(entry.slice(at + 1)) };
    });
}
