import { appEventLimits } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { dayStartMs, localDay, shiftDay } from "../../../platform/time/local-day.ts";
import {
  listEventsOfTime,
  readCompleteSince,
  type CountedRow,
} from "../app-events/app-events.service.ts";
import { lockCountedSeq, readCountedSeq } from "./event-tally.repo.ts";
import { learnersIn, numbersOf, toCounted } from "./event-tally.service.ts";
import { removeTotals, saveTotals } from "./event-totals.repo.ts";
import { addEvent, eventTotals, type EventTotals } from "./event-totals.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

const EVENTS_AT_ONCE = 1_000;

/** Range of seqs: `after` excluded, `upTo` included. */
interface Arrivals {
  readonly after: number;
  readonly upTo: number;
}

/**
 * Recomputes the totals of the days that can still receive events: today and the seven before. This
 * also removes erased accounts from them. Skips days whose raw events are no longer complete.
 *
 * @returns number of days recomputed
 */
export async function rollUpDays(needs: Needs, signal: AbortSignal): Promise<number> {
  const zone = needs.settings.APP_TIMEZONE;
  const nowMs = needs.clock.nowMs();
  const today = localDay(nowMs, zone);
  const completeSinceMs = await readCompleteSince(needs.database);
  let recounted = 0;
  for (let back = 0; back <= appEventLimits.backMs / DAY_MS; back += 1) {
    const day = shiftDay(today, -back);
    if (dayStartMs(day, zone) < completeSinceMs) break;
    await recountDay(needs, day, signal);
    recounted += 1;
  }
  return recounted;
}

/**
 * Recomputes the totals of one day from its events. They replace the stored totals in one
 * transaction, and only if they include every event counted in the stored ones.
 */
async function recountDay(needs: Needs, day: string, signal: AbortSignal): Promise<void> {
  const totals = eventTotals();
  let upTo = await readCountedSeq(needs.database);
  await addArrivals(needs, totals, day, { after: 0, upTo }, signal);
  for (;;) {
    const countedSeq = await replaceTotals(needs, day, totals, upTo);
    if (countedSeq === upTo) return;
    await addArrivals(needs, totals, day, { after: upTo, upTo: countedSeq }, signal);
    upTo = countedSeq;
  }
}

/** @returns the seq counted so far; if it differs from `upTo`, nothing was replaced */
async function replaceTotals(
  needs: Needs,
  day: string,
  totals: EventTotals,
  upTo: number,
): Promise<number> {
  return transact(needs.database, async (tx) => {
    const countedSeq = await lockCountedSeq(tx);
    if (countedSeq !== upTo) return countedSeq;
    await removeTotals(tx, day);
    await saveTotals(tx, day, totals);
    return countedSeq;
  });
}

async function addArrivals(
  needs: Needs,
  totals: EventTotals,
  day: string,
  { after, upTo }: Arrivals,
  signal: AbortSignal,
): Promise<void> {
  const zone = needs.settings.APP_TIMEZONE;
  const window = {
    fromMs: dayStartMs(day, zone),
    toMs: dayStartMs(shiftDay(day, 1), zone),
    afterSeq: after,
    upToSeq: upTo,
    limit: EVENTS_AT_ONCE,
  };
  let last: CountedRow | undefined;
  for (;;) {
    signal.throwIfAborted();
    const startedMs = needs.clock.monotonicMs();
    const rows = await listEventsOfTime(needs.database, { ...window, after: last });
    const numbers = await numbersOf(needs.database, learnersIn(rows));
    for (const row of rows) addEvent(totals, toCounted(row, numbers));
    if (rows.length < EVENTS_AT_ONCE) return;
    last = rows.at(-1);
    await yieldToRequests(needs.clock.monotonicMs() - startedMs);
  }
}
