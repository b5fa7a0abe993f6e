/**
 * Refresh ids that were replaced a moment ago, kept with the session as text: `id@ms id@ms …`.
 *
 * Several tabs wake at once and present the same refresh token; one wins, and it may rotate again
 * before the slowest tab is heard. So one predecessor is not enough to tell a race from a theft.
 */

/** How long after its rotation a refresh token is taken for a late twin instead of a stolen one. */
export const RACE_WINDOW_MS = 30_000;

/** More rotations than this within the window are not a browser with many tabs. */
const TRAIL_LENGTH_MAX = 8;

/** The trail after one more rotation; what fell out of the window is dropped. */
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

function entriesOf(trail: string | null): { refreshId: string; atMs: number }[] {
  return (trail ?? "")
    .split(" ")
    .filter(Boolean)
    .map((entry) => {
      const at = entry.lastIndexOf("@");
      return { refreshId: entry.slice(0, at), atMs: Number(entry.slice(at + 1)) };
    });
}
