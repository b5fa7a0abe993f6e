import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { findAddedCount, raiseAddedCount } from "./added-words.repo.ts";

type Needs = Pick<Deps, "clock" | "settings">;

/**
 * Looks whether a learner may add words to the library today: what one adds, all others see.
 * `countAddedWords` counts them when they are stored.
 *
 * @param userId    null for what administrators add, which is not limited
 * @param most      as many as there can be
 * @param countNew  how many of them are new; called only if not all of them may be
 * @throws AppError NEW_WORDS_LIMIT
 */
export async function requireRoomForWords(
  needs: Needs,
  db: Database,
  userId: string | null,
  { most, countNew }: { readonly most: number; readonly countNew: () => Promise<number> },
): Promise<void> {
  if (userId === null) return;
  const used = await findAddedCount(db, userId, today(needs));
  const room = needs.settings.LIMITS_MAX_NEW_WORDS_PER_DAY - used;
  if (most <= room) return;
  const count = await countNew();
  if (count > Math.max(0, room)) refuseMore(needs, used, count);
}

/**
 * Counts words that a learner adds, in the transaction that shows them: of several processes each
 * waits for the other.
 *
 * @throws AppError NEW_WORDS_LIMIT
 */
export async function countAddedWords(
  needs: Needs,
  tx: Database,
  userId: string | null,
  count: number,
): Promise<void> {
  if (userId === null || count === 0) return;
  const total = await raiseAddedCount(tx, { userId, day: today(needs), count });
  if (total > needs.settings.LIMITS_MAX_NEW_WORDS_PER_DAY) {
    refuseMore(needs, total - count, count);
  }
}

/** Of UTC: a learner who moves to another time zone has no more days than others. */
function today({ clock }: Needs): string {
  return localDay(clock.nowMs(), "UTC");
}

function refuseMore({ clock, settings }: Needs, used: number, count: number): never {
  const { LIMITS_MAX_NEW_WORDS_PER_DAY: limit } = settings;
  const rule =
    `At most ${limit.toLocaleString("en")} new words a day; ${used.toLocaleString("en")} were ` +
    `added today, and this has ${count.toLocaleString("en")}.`;
  const retryAfterSecs = Math.ceil((DAY_MS - (clock.nowMs() % DAY_MS)) / 1000);
  const faults = [{ rule, unit: "new_words", limit, used, count }];
  refuse("NEW_WORDS_LIMIT", rule, { retryAfterSecs, faults });
}
