import type { Deps } from "../../../deps.ts";
import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { shiftDay } from "../../../platform/time/local-day.ts";
import { listDaySums } from "../../progress/activity/activity.service.ts";
import { rebuildActivity, recountDays } from "../../progress/activity/recount.service.ts";
import { lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import { learnerDay } from "../../accounts/preferences/preferences.service.ts";
import { listActiveLearners, sumBoth } from "./activity-audit.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

const DAY_MS = 86_400_000;
const LEARNERS_AT_ONCE = 200;

/** Below the job's limit of five minutes. The rest is checked after its next active day. */
const RUN_MS = 240_000;

/** Times are sums of fractions, so the order of addition can change the result slightly. */
const MS_TOLERANCE = 1;

/**
 * Compares the daily totals of the last complete day with the records, for everyone who answered
 * that day, and rebuilds the totals that differ.
 *
 * @returns number of learners checked and number repaired
 */
export async function verifyLastDay(
  needs: Needs,
  signal: AbortSignal,
): Promise<{ checked: number; repaired: number }> {
  const endMs = needs.clock.monotonicMs() + RUN_MS;
  let [checked, repaired] = [0, 0];
  for await (const userId of activeLearners(needs, 2)) {
    signal.throwIfAborted();
    const startMs = needs.clock.monotonicMs();
    if (startMs >= endMs) break;
    checked += 1;
    if (await repairOrSkip(needs, userId)) repaired += 1;
    await yieldToRequests(needs.clock.monotonicMs() - startMs);
  }
  return { checked, repaired };
}

/** A learner whose totals cannot be checked does not affect the others. */
async function repairOrSkip(needs: Needs, userId: string): Promise<boolean> {
  try {
    if (!(await isWrong(needs, userId))) return false;
    await rebuildTotals(needs, userId);
    needs.log.warn({ userId }, "daily totals that disagreed with the records were recounted");
    return true;
  } catch (cause) {
    if (isStorageUnavailable(cause)) throw cause;
    needs.log.error({ cause, userId }, "a learner's daily totals could not be checked");
    return false;
  }
}

/**
 * Rebuilds the learner's daily totals from the stored records: for repairs, and to apply a new time
 * zone to the whole history.
 */
export async function rebuildTotals(
  needs: Pick<Deps, "clock" | "database" | "settings">,
  userId: string,
): Promise<void> {
  await transact(needs.database, async (tx) => {
    await lockLearners(needs, tx, [userId]);
    await rebuildActivity(needs, tx, userId);
  });
}

/**
 * Learners who answered in the last days and whose totals differ from their records.
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
 * Checks one day first, because that is quick. After a time zone change, days begin at a different
 * instant, so a single day may differ although the totals are right; the sum over all days decides.
 */
async function isWrong(needs: Needs, userId: string): Promise<boolean> {
  const { database } = needs;
  const { date, rules } = await learnerDay(needs, userId);
  const day = shiftDay(date, -1);
  const range = { firstDay: day, lastDay: day };
  const [stored] = await listDaySums(database, { ...range, userId, category: "all" });
  const recounted = await recountDays(database, userId, { ...range, rules });
  const sum = (of: "answers" | "correct" | "response_time_total_ms") =>
    recounted.reduce((total, row) => total + row[of], 0);
  const isSame =
    (stored?.answers ?? 0) === sum("answers") &&
    (stored?.correct ?? 0) === sum("correct") &&
    isNear(stored?.response_time_total_ms ?? 0, sum("response_time_total_ms"));
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
