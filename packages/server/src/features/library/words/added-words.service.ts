import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import { findAddedCount, raiseAddedCount } from "./added-words.repo.ts";

type Needs = Pick<Deps, "clock" | "settings">;

/**
 * Checks whether a learner may add words to the library today, since everyone sees added words.
 * `countAddedWords` counts them when they are stored.
 *
 * @param userId    null for an administrator, who is not limited
 * @param most      upper bound of the number of words
 * @param countNew  how many of them are new; called only if the upper bound exceeds the limit
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
 * Counts words that a learner adds, in the transaction that makes them visible. Concurrent
 * processes wait for each other.
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

/** The UTC day, so that a learner who moves to another time zone gains no days. */
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
