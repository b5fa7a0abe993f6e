import type { Badge } from "@wordloom/contract";

/** The badge that is nearest; undefined if all are earned. */
export function nextBadge(badges: readonly Badge[]): Badge | undefined {
  return badges
    .filter(({ unlocked }) => !unlocked)
    .toSorted((one, other) => other.progress - one.progress)[0];
}

/** Badges that were earned since a moment, e.g. the start of a session. */
export function earnedSince(badges: readonly Badge[], sinceMs: number): readonly Badge[] {
  return badges.filter(
    ({ unlockedAt }) => unlockedAt !== null && Date.parse(unlockedAt) >= sinceMs,
  );
}
