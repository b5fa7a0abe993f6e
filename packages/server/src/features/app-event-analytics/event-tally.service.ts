import type { Deps } from "../../deps.ts";
import type { Database, OpenTransaction } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { giveWay } from "../../platform/jobs/give-way.ts";
import { localDay } from "../../platform/local-day.ts";
import {
  listArrivals,
  lockLivingLearners,
  readLastSeq,
  readSettledSeq,
  type CountedRow,
} from "../app-events/app-events.service.ts";
import {
  insertLearners,
  listLearners,
  lockCountedSeq,
  readCountedSeq,
  saveCountedSeq,
  updateFirstDay,
} from "./event-tally.repo.ts";
import { loadTotals, saveTotals } from "./event-totals.repo.ts";
import { countEvent, type CountedEvent } from "./event-totals.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Events counted in one transaction; fewer while requests wait, which a long one holds up. */
const EVENTS_AT_ONCE = 2_000;
const EVENTS_AT_ONCE_BUSY = 300;

/**
 * Adds the events that came in since the last time to the sums of their days, each exactly once:
 * how far the sums reach changes in the same transaction as the sums. Why it is done like this is
 * in docs/decisions/0009-app-event-aggregates.md.
 *
 * @returns number of events counted
 */
export async function tallyEvents(needs: Needs, signal: AbortSignal): Promise<number> {
  const settledSeq = await settle(needs.database);
  let counted = 0;
  let limit = EVENTS_AT_ONCE;
  for (;;) {
    signal.throwIfAborted();
    const startedMs = needs.clock.monotonicMs();
    const some = await tallySome(needs, settledSeq, limit);
    counted += some;
    if (some < limit) return counted;
    const busy = await giveWay(needs.clock.monotonicMs() - startedMs);
    limit = busy ? EVENTS_AT_ONCE_BUSY : EVENTS_AT_ONCE;
  }
}

/**
 * Counts what came in just now, so that who reads the sums sees it; when there is more than a
 * little, the worker is at it and the rest is seen some seconds later.
 */
export async function tallyLatest(needs: Needs): Promise<void> {
  const waiting = (await readLastSeq(needs.database)) > (await readCountedSeq(needs.database));
  if (waiting) await tallySome(needs, await settle(needs.database), EVENTS_AT_ONCE);
}

/** The numbers of these learners; those who have none are left out. */
export async function numbersOf(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const learners = await listLearners(db, userIds);
  return new Map(learners.map(({ user_id, no }) => [user_id, no]));
}

/** An event with what counting needs. */
export function toCounted(row: CountedRow, numbers: ReadonlyMap<string, number>): CountedEvent {
  const props = row.props_json === null ? {} : JSON.parse(row.props_json);
  return {
    seq: row.seq,
    learner: numbers.get(row.user_id),
    name: row.name,
    category: row.category,
    atMs: row.at_ms,
    platform: row.platform,
    props: props as CountedEvent["props"],
  };
}

/** Learners these events are about, each once. */
export function learnersIn(rows: readonly CountedRow[]): string[] {
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

async function settle(db: Database): Promise<number> {
  return transact(db, readSettledSeq);
}

async function tallySome(needs: Needs, settledSeq: number, limit: number): Promise<number> {
  const zone = needs.settings.APP_TIMEZONE;
  return transact(needs.database, async (tx) => {
    const countedSeq = await lockCountedSeq(tx);
    const range = { after: countedSeq, upTo: settledSeq, limit };
    const rows = await listArrivals(tx, range);
    const last = rows.at(-1);
    if (last === undefined) return 0;
    const days = Map.groupBy(rows, (row) => localDay(row.at_ms, zone));
    const numbers = await numberLearners(tx, days);
    for (const [day, ofDay] of days) {
      const totals = await loadTotals(tx, day);
      for (const row of ofDay) countEvent(totals, toCounted(row, numbers));
      await saveTotals(tx, day, totals);
    }
    await saveCountedSeq(tx, last.seq);
    return rows.length;
  });
}

/** Numbers of all learners of the events, new ones given where needed, but for erased accounts. */
async function numberLearners(
  tx: OpenTransaction,
  days: ReadonlyMap<string, readonly CountedRow[]>,
): Promise<ReadonlyMap<string, number>> {
  const firstDays = new Map<string, string>();
  for (const [day, rows] of [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { user_id } of rows) if (!firstDays.has(user_id)) firstDays.set(user_id, day);
  }
  const known = await listLearners(tx, [...firstDays.keys()]);
  const knownIds = new Set(known.map(({ user_id }) => user_id));
  const strangers = [...firstDays.keys()].filter((id) => !knownIds.has(id));
  if (strangers.length > 0) {
    const living = await lockLivingLearners(tx, strangers);
    const rows = living.map((id) => ({ user_id: id, first_day: firstDays.get(id) ?? "" }));
    await insertLearners(tx, rows);
  }
  for (const { user_id, first_day } of known) {
    const firstDay = firstDays.get(user_id);
    // An event may come days after it happened.
    if (firstDay !== undefined && firstDay < first_day) await updateFirstDay(tx, user_id, firstDay);
  }
  return numbersOf(tx, [...firstDays.keys()]);
}
