import { sql, type Selectable } from "kysely";
import type { AppEventsTable } from "./app-events.tables.ts";
import { upsertMany } from "../../../platform/database/bulk.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";

export type AppEventRow = Selectable<AppEventsTable>;
export type NewAppEventRow = Omit<AppEventRow, "seq">;

const COUNTED_COLUMNS = [
  "seq",
  "user_id",
  "name",
  "category",
  "at_ms",
  "platform",
  "props_json",
] as const;

/** Columns needed for counting. Reading all of them would take twice as long. */
export type CountedRow = Pick<AppEventRow, (typeof COUNTED_COLUMNS)[number]>;

const EVENTS = {
  table: "app_events",
  columns: {
    device_id: "text",
    client_event_id: "text",
    user_id: "text",
    name: "text",
    category: "text",
    at_ms: "integer",
    received_at_ms: "integer",
    platform: "text",
    app_version: "text",
    props_json: "text",
  },
  key: ["device_id", "client_event_id"],
  onConflict: "ignore",
} as const;

/** Advisory lock of {@link announceInserts} and {@link readSettledSeq} on PostgreSQL. */
const ORDER_LOCK = 7_215_001;

/**
 * Stores the events that their device has not sent before and returns their number. Concurrent
 * copies are stored once: the index app_events_once is unique by device and event id.
 */
export async function insertEvents(
  tx: OpenTransaction,
  rows: readonly NewAppEventRow[],
): Promise<number> {
  return upsertMany(tx, EVENTS, rows);
}

/** Call before the first insert of a transaction; see {@link readSettledSeq}. */
export async function announceInserts(tx: OpenTransaction): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  await sql`select pg_advisory_xact_lock_shared(${ORDER_LOCK}::bigint)`.execute(tx);
}

/**
 * The seq up to which no event can be added any more; 0 without events.
 *
 * On PostgreSQL a transaction may commit a lower seq after another committed a higher one. The lock
 * waits for open insert transactions, which take milliseconds.
 */
export async function readSettledSeq(tx: OpenTransaction): Promise<number> {
  if (dialectOf(tx) === "postgres") {
    await sql`select pg_advisory_xact_lock(${ORDER_LOCK}::bigint)`.execute(tx);
  }
  return readLastSeq(tx);
}

export async function readLastSeq(db: Database): Promise<number> {
  const row = await db
    .selectFrom("app_events")
    .select("seq")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Events in the order of their arrival: `after` excluded, `upTo` included. */
export async function listArrivals(
  db: Database,
  range: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<CountedRow[]> {
  return db
    .selectFrom("app_events")
    .select(COUNTED_COLUMNS)
    .where("seq", ">", range.after)
    .where("seq", "<=", range.upTo)
    .orderBy("seq")
    .limit(range.limit)
    .execute();
}

/** Range of {@link listEventsOfTime}; `fromMs` is included, `toMs` is not. */
export interface EventWindow {
  readonly fromMs: number;
  readonly toMs: number;
  /** Range of seqs: `afterSeq` excluded, `upToSeq` included. */
  readonly afterSeq: number;
  readonly upToSeq: number;
  readonly limit: number;
  /** The last event of the previous page. */
  readonly after?: Pick<CountedRow, "at_ms" | "seq"> | undefined;
}

/** One page of events, ordered by the time at which they happened. */
export async function listEventsOfTime(db: Database, window: EventWindow): Promise<CountedRow[]> {
  const { after } = window;
  return db
    .selectFrom("app_events")
    .select(COUNTED_COLUMNS)
    .where("at_ms", ">=", window.fromMs)
    .where("at_ms", "<", window.toMs)
    .where("seq", ">", window.afterSeq)
    .where("seq", "<=", window.upToSeq)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at_ms, seq) > (${after?.at_ms ?? 0}, ${after?.seq ?? 0})`),
    )
    .orderBy("at_ms")
    .orderBy("seq")
    .limit(window.limit)
    .execute();
}

/** The events with these seqs that are still stored. */
export async function listEventsBySeq(
  db: Database,
  seqs: readonly number[],
): Promise<AppEventRow[]> {
  if (seqs.length === 0) return [];
  return db.selectFrom("app_events").selectAll().where("seq", "in", seqs).execute();
}

const REMOVALS_ROW = 1;

/** Stores that events before this time may have been removed. The stored time never decreases. */
export async function noteRemovals(db: Database, beforeMs: number): Promise<void> {
  await db
    .insertInto("app_event_removals")
    .values({ id: REMOVALS_ROW, before_ms: beforeMs })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ before_ms: beforeMs })
        .where("app_event_removals.before_ms", "<", beforeMs),
    )
    .execute();
}

/** Time from which all received events are stored, except those of erased accounts. */
export async function readCompleteSince(db: Database): Promise<number> {
  const row = await db.selectFrom("app_event_removals").select("before_ms").executeTakeFirst();
  return row?.before_ms ?? 0;
}

/** @returns number of events removed, at most the limit */
export async function removeEventsBefore(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom("app_events")
    .where("seq", "in", ({ selectFrom }) =>
      selectFrom("app_events")
        .select("seq")
        .where("at_ms", "<", beforeMs)
        .orderBy("at_ms")
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
