import type { Badge } from "@wordloom/contract";

/** A badge that was earned longer ago is no news. */
const NEWS_MS = 5 * 60_000;

const shown = new Set<string>();

const nameOf = ({ id, unlockedAt }: Badge) => `${id} ${unlockedAt}`;

/** Notes that the learner has seen these badges appear. */
export function badgesWereShown(badges: readonly Badge[]): void {
  for (const badge of badges) shown.add(nameOf(badge));
}

/**
 * Badges that were just earned and have not appeared yet. What was earned before this page was
 * loaded has appeared on the page before.
 *
 * @param nowMs      by the service's clock
 * @param pageAgeMs  since this page was loaded
 */
export function freshBadges(
  badges: readonly Badge[],
  nowMs: number,
  pageAgeMs: number,
): readonly Badge[] {
  const news = Math.min(NEWS_MS, pageAgeMs);
  return badges.filter(
    (badge) =>
      badge.unlockedAt !== null &&
      nowMs - Date.parse(badge.unlockedAt) < news &&
      !shown.has(nameOf(badge)),
  );
}
