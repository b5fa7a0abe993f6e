import type { Deps } from "../../../deps.ts";
import { faultsOf } from "../../../platform/database/fault-isolation.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { dayAt } from "../../accounts/preferences/preferences.service.ts";
import { listRecipients } from "./audience.repo.ts";

/** Learners notified per transaction. A weekly report takes several statements per learner. */
const PAGE_SIZE = 50;

/** A learner with notifications enabled, and the learner's current day (yyyy-MM-dd). */
export interface Recipient {
  readonly id: string;
  readonly today: string;
  readonly dayEndMs: number;
}

/**
 * Notifies all learners with notifications enabled, page by page, yielding to requests, until the
 * run is aborted. Skips a learner for whom it fails.
 *
 * @param atMs  determines each learner's current day
 * @param notifyPage  returns the number of notifications created
 * @returns number of notifications created
 */
export async function notifyAllRecipients(
  needs: Pick<Deps, "clock" | "database" | "log" | "settings">,
  atMs: number,
  signal: AbortSignal,
  notifyPage: (recipients: readonly Recipient[]) => Promise<number>,
): Promise<number> {
  let [created, afterId] = [0, ""];
  while (!signal.aborted) {
    const startedMs = needs.clock.monotonicMs();
    const page = await listRecipients(needs.database, afterId, PAGE_SIZE);
    const last = page.at(-1);
    if (last === undefined) break;
    const recipients = page.map(({ id, time_zone, day_start_hour }) => {
      const timeZone = time_zone ?? needs.settings.APP_TIMEZONE;
      const { date, dayEndMs } = dayAt({ timeZone, dayStartHour: day_start_hour }, atMs);
      return { id, today: date, dayEndMs };
    });
    const faults = await faultsOf(recipients, async (some) => {
      created += await notifyPage(some);
    });
    for (const { item, cause } of faults) {
      needs.log.error({ cause, userId: item.id }, "a learner could not be notified");
    }
    afterId = last.id;
    await yieldToRequests(needs.clock.monotonicMs() - startedMs);
  }
  return created;
}
