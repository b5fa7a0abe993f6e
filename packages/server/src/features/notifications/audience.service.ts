import type { Deps } from "../../deps.ts";
import { giveWay } from "../../platform/jobs/give-way.ts";
import { localDay } from "../../platform/local-day.ts";
import { listListeners } from "./audience.repo.ts";

/** Learners told in one transaction. */
const PAGE = 200;

/** A learner who wants to be told things, and the learner's day at that moment (yyyy-MM-dd). */
export interface Reader {
  readonly id: string;
  readonly today: string;
}

/**
 * Goes through all learners who want to be told things, some at a time, letting requests go first,
 * until the run is called off.
 *
 * @param atMs  the moment whose day is the learners' today
 * @param tell  gives the number of notifications it made
 * @returns the number of all notifications
 */
export async function forEveryAudience(
  needs: Pick<Deps, "clock" | "database" | "metrics" | "settings">,
  atMs: number,
  signal: AbortSignal,
  tell: (readers: readonly Reader[]) => Promise<number>,
): Promise<number> {
  let [told, afterId] = [0, ""];
  while (!signal.aborted) {
    const startedMs = needs.clock.monotonicMs();
    const page = await listListeners(needs.database, afterId, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    const readers = page.map(({ id, time_zone, day_start_hour }) => {
      const timeZone = time_zone ?? needs.settings.APP_TIMEZONE;
      return { id, today: localDay(atMs, timeZone, day_start_hour) };
    });
    told += await tell(readers);
    afterId = last.id;
    await giveWay(needs.clock.monotonicMs() - startedMs);
  }
  return told;
}
