import type { Selectable } from "kysely";
import type { AppEventTimingsTable } from "./app-event-analytics.tables.ts";
import { upsertMany } from "../../../platform/database/bulk.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import type { ErrorTotal, EventTotals, NameTotal, Tracked } from "./event-totals.ts";
import { learnerSet, trimmedBytes, type LearnerSet } from "./learner-set.ts";
import { addStored, timeHistogram, toStored, type TimeHistogram } from "./time-histogram.ts";

const NAMES = {
  table: "app_event_counts",
  columns: { day: "text", category: "text", name: "text", events: "integer" },
  key: ["day", "category", "name"],
} as const;

const TIMINGS = {
  table: "app_event_timings",
  columns: {
    day: "text",
    name: "text",
    events: "integer",
    buckets_json: "text",
  },
  key: ["day", "name"],
} as const;

const ERRORS = {
  table: "app_event_errors",
  columns: {
    day: "text",
    name: "text",
    signature: "text",
    events: "integer",
    last_at_ms: "integer",
    sample_seqs_json: "text",
  },
  key: ["day", "name", "signature"],
} as const;

/** The stored totals of a day; empty without any. */
export async function loadTotals(db: Database, day: string): Promise<EventTotals> {
  return {
    names: known(await loadNames(db, day)),
    timings: known(await loadTimings(db, day)),
    errors: known(await loadErrors(db, day)),
    learners: known(await loadLearners(db, day)),
  };
}

/** Writes the changed entries. */
export async function saveTotals(
  tx: OpenTransaction,
  day: string,
  totals: EventTotals,
): Promise<void> {
  const names = changedOf(totals.names).map(([, total]) => ({ day, ...total }));
  await upsertMany(tx, NAMES, names);
  const timings = changedOf(totals.timings).map(([name, times]) => toTimingsRow(day, name, times));
  await upsertMany(tx, TIMINGS, timings);
  const errors = changedOf(totals.errors).map(([, total]) => toErrorRow(day, total));
  await upsertMany(tx, ERRORS, errors);
  for (const [kind, set] of changedOf(totals.learners)) {
    const members = trimmedBytes(set);
    await tx
      .insertInto("app_event_learner_sets")
      .values({ day, kind, members })
      .onConflict((conflict) => conflict.columns(["day", "kind"]).doUpdateSet({ members }))
      .execute();
  }
}

/** Removes the totals of a day. */
export async function removeTotals(tx: OpenTransaction, day: string): Promise<void> {
  await tx.deleteFrom("app_event_counts").where("day", "=", day).execute();
  await tx.deleteFrom("app_event_timings").where("day", "=", day).execute();
  await tx.deleteFrom("app_event_errors").where("day", "=", day).execute();
  await tx.deleteFrom("app_event_learner_sets").where("day", "=", day).execute();
}

/** The histogram of a stored row. */
export function toHistogram(row: Selectable<AppEventTimingsTable>): TimeHistogram {
  const histogram = timeHistogram();
  addStored(histogram, JSON.parse(row.buckets_json) as [number, number, number][]);
  return histogram;
}

async function loadNames(db: Database, day: string): Promise<[string, NameTotal][]> {
  const rows = await db
    .selectFrom("app_event_counts")
    .select(["category", "name", "events"])
    .where("day", "=", day)
    .execute();
  return rows.map((row) => [`${row.category}:${row.name}`, row]);
}

async function loadTimings(db: Database, day: string): Promise<[string, TimeHistogram][]> {
  const rows = await db
    .selectFrom("app_event_timings")
    .selectAll()
    .where("day", "=", day)
    .execute();
  return rows.map((row) => [row.name, toHistogram(row)]);
}

async function loadErrors(db: Database, day: string): Promise<[string, ErrorTotal][]> {
  const rows = await db.selectFrom("app_event_errors").selectAll().where("day", "=", day).execute();
  return rows.map((row) => [
    `${row.name}:${row.signature}`,
    {
      name: row.name,
      signature: row.signature,
      events: row.events,
      lastAtMs: row.last_at_ms,
      sampleSeqs: JSON.parse(row.sample_seqs_json) as number[],
    },
  ]);
}

async function loadLearners(db: Database, day: string): Promise<[string, LearnerSet][]> {
  const rows = await db
    .selectFrom("app_event_learner_sets")
    .select(["kind", "members"])
    .where("day", "=", day)
    .execute();
  return rows.map((row) => [row.kind, learnerSet(row.members)]);
}

function toTimingsRow(day: string, name: string, times: TimeHistogram) {
  return { day, name, events: times.count, buckets_json: JSON.stringify(toStored(times)) };
}

function toErrorRow(day: string, total: ErrorTotal) {
  return {
    day,
    name: total.name,
    signature: total.signature,
    events: total.events,
    last_at_ms: total.lastAtMs,
    sample_seqs_json: JSON.stringify(total.sampleSeqs),
  };
}

function known<T>(entries: [string, T][]): Tracked<T> {
  return { entries: new Map(entries), changed: new Set() };
}

function changedOf<T>({ entries, changed }: Tracked<T>): [string, T][] {
  return [...changed].flatMap((key) => {
    const entry = entries.get(key);
    return entry === undefined ? [] : [[key, entry] as [string, T]];
  });
}
