import type { Selectable } from "kysely";
import { upsertMany } from "../../../platform/database/bulk.ts";
import type { EngineCountersTable } from "./engine-monitoring.tables.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type CounterRow = Selectable<EngineCountersTable>;

const COUNTERS = {
  table: "engine_counters",
  columns: {
    day: "text",
    algorithm: "text",
    calls: "integer",
    total_us: "real",
    errors: "integer",
  },
  key: ["day", "algorithm"],
  onConflict: "add",
} as const;

/** Adds to the stored counts of the same day and algorithm. */
export async function addCounters(db: Database, rows: readonly CounterRow[]): Promise<void> {
  await upsertMany(db, COUNTERS, rows);
}

/** Ordered by day. */
export async function listCounters(db: Database, sinceDay: string): Promise<CounterRow[]> {
  return db
    .selectFrom("engine_counters")
    .selectAll()
    .where("day", ">=", sinceDay)
    .orderBy("day")
    .orderBy("algorithm")
    .execute();
}
