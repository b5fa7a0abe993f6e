import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { giveWay } from "../../platform/jobs/give-way.ts";
import { localDay, shiftDay } from "../../platform/local-day.ts";
import { dayRulesOf } from "../preferences/preferences.service.ts";
import { listActiveLearners, sumBoth } from "./activity-audit.repo.ts";
import { listDaySums } from "./activity.repo.ts";
import { rebuildActivity, recountDays } from "./recount.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

const DAY_MS = 86_400_000;
const LEARNERS_AT_ONCE = 200;

/** A run is cut off after five minutes; what it left is looked at when it is active again. */
const RUN_MS = 240_000;

/** Times are sums of fractions, which may be added up in another order. */
const MS_TOLERANCE = 1;

/**
 * Holds the daily totals of the day that ended last against the records, for everyone who answered
 * then, and puts together anew what does not agree.
 *
 * @returns number of learners looked at, and of those repaired
 */
export async function verifyLastDay(
  needs: Needs,
  signal: AbortSignal,
): Promise<{ looked: number; repaired: number }> {
  const endMs = needs.clock.monotonicMs() + RUN_MS;
  let [looked, repaired] = [0, 0];
  for await (const userId of activeLearners(needs, 2)) {
    signal.throwIfAborted();
    const startMs = needs.clock.monotonicMs();
    if (startMs >= endMs) break;
    looked += 1;
    if (await isWrong(needs, userId)) {
      await rebuildActivity(needs, userId);
      needs.log.warn({ userId }, "daily totals disagreed with the records and were recounted");
      repaired += 1;
    }
    await giveWay(needs.clock.monotonicMs() - startMs);
  }
  return { looked, repaired };
}

/**
 * Learners who answered in the last days and whose totals do not add up to their records.
 *
 * @param days  how far to look back
 */
export async function* findWrongTotals(
  needs: Pick<Deps, "clock" | "database">,
  days: number,
): AsyncGenerator<string> {
  for await (const userId of activeLearners(needs, days)) {
    if (!(await addsUp(needs.database, userId))) yield userId;
  }
}

async function* activeLearners(
  { clock, database }: Pick<Deps, "clock" | "database">,
  days: number,
): AsyncGenerator<string> {
  const span = { fromMs: clock.nowMs() - days * DAY_MS, limit: LEARNERS_AT_ONCE };
  let after: string | undefined = "";
  while (after !== undefined) {
    const page = await listActiveLearners(database, { ...span, after });
    yield* page.active;
    after = page.last;
  }
}

/**
 * One day is counted first, because that is quick. It may rightly differ from the records after a
 * change of time zone, which cuts later days elsewhere; then all days together still agree.
 */
async function isWrong({ clock, database, settings }: Needs, userId: string): Promise<boolean> {
  const rules = await dayRulesOf(database, userId, settings.APP_TIMEZONE);
  const day = shiftDay(localDay(clock.nowMs(), rules.timeZone, rules.dayStartHour), -1);
  const asked = { firstDay: day, lastDay: day };
  const [kept] = await listDaySums(database, { ...asked, userId, category: "all" });
  const told = await recountDays(database, userId, { ...asked, rules });
  const sum = (of: "answers" | "correct" | "response_time_total_ms") =>
    told.reduce((total, row) => total + row[of], 0);
  const isSame =
    (kept?.answers ?? 0) === sum("answers") &&
    (kept?.correct ?? 0) === sum("correct") &&
    isNear(kept?.response_time_total_ms ?? 0, sum("response_time_total_ms"));
  return !isSame && !(await addsUp(database, userId));
}

async function addsUp(db: Database, userId: string): Promise<boolean> {
  const sums = await sumBoth(db, userId);
  return (
    sums.days_answers === sums.records_answers &&
    sums.days_correct === sums.records_correct &&
    isNear(sums.days_ms, sums.records_ms)
  );
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= MS_TOLERANCE;
}
