import type { Deps } from "../../../deps.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import {
  listArrivals,
  readLastSeq,
  readSettledSeq,
  type CountedRow,
} from "../app-events/app-events.service.ts";
import { lockExistingLearners } from "../../accounts/users/users.service.ts";
import {
  insertLearners,
  listLearners,
  lockCountedSeq,
  readCountedSeq,
  saveCountedSeq,
  updateFirstDay,
} from "./event-tally.repo.ts";
import { loadTotals, saveTotals } from "./event-totals.repo.ts";
import { addEvent, type CountedEvent } from "./event-totals.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Events counted in one transaction; fewer while requests are waiting for it. */
const EVENTS_AT_ONCE = 2_000;
const EVENTS_AT_ONCE_BUSY = 300;

/**
 * Adds new events to the daily totals, each exactly once: the seq counted so far is stored in the
 * same transaction as the totals. Explained in docs/decisions/0009-app-event-aggregates.md.
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
    const added = await tallySome(needs, settledSeq, limit);
    counted += added;
    if (added < limit) return counted;
    const busy = await yieldToRequests(needs.clock.monotonicMs() - startedMs);
    limit = busy ? EVENTS_AT_ONCE_BUSY : EVENTS_AT_ONCE;
  }
}

/**
 * Counts the latest events so that a reader sees them, at most one batch. If there are more, the
 * worker counts the rest within seconds.
 */
export async function tallyLatest(needs: Needs): Promise<void> {
  const waiting = (await readLastSeq(needs.database)) > (await readCountedSeq(needs.database));
  if (waiting) await tallySome(needs, await settle(needs.database), EVENTS_AT_ONCE);
}

/** The numbers of these learners. Leaves out learners without one. */
export async function numbersOf(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const learners = await listLearners(db, userIds);
  return new Map(learners.map(({ user_id, no }) => [user_id, no]));
}

/** Converts an event for counting. */
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

/** Distinct learners of these events. */
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
      for (const row of ofDay) addEvent(totals, toCounted(row, numbers));
      await saveTotals(tx, day, totals);
    }
    await saveCountedSeq(tx, last.seq);
    return rows.length;
  });
}

/** Numbers of all learners of the events. Assigns missing ones, except to erased accounts. */
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
  const unknown = [...firstDays.keys()].filter((id) => !knownIds.has(id));
  if (unknown.length > 0) {
    const existing = await lockExistingLearners(tx, unknown);
    const rows = existing.map((id) => ({ user_id: id, first_day: firstDays.get(id) ?? "" }));
    await insertLearners(tx, rows);
  }
  for (const { user_id, first_day } of known) {
    const firstDay = firstDays.get(user_id);
    // An event may arrive days after it happened.
    if (firstDay !== undefined && firstDay < first_day) await updateFirstDay(tx, user_id, firstDay);
  }
  return numbersOf(tx, [...firstDays.keys()]);
}
