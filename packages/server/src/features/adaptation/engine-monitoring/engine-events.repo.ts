import { sql, type Selectable } from "kysely";
import { upsertMany } from "../../../platform/database/bulk.ts";
import type { EngineEventsTable } from "./engine-monitoring.tables.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type EngineEventRow = Selectable<EngineEventsTable>;

const EVENTS = {
  table: "engine_events",
  columns: {
    id: "text",
    user_id: "text",
    session_id: "text",
    event_type: "text",
    created_at_ms: "integer",
    latency_ms: "real",
    is_correct: "integer",
    is_anomaly: "integer",
    cold_start_phase: "text",
    reward_value: "real",
    attention: "real",
    fatigue: "real",
    motivation: "real",
    confidence: "real",
    config_version: "text",
    event_json: "text",
    experiment_arm: "text",
    predicted: "real",
  },
  key: ["id"],
  onConflict: "ignore",
} as const;

export async function insertEvents(db: Database, rows: readonly EngineEventRow[]): Promise<void> {
  await upsertMany(db, EVENTS, rows);
}

/** Newest first. */
export async function listEvents(db: Database, limit: number): Promise<EngineEventRow[]> {
  return db
    .selectFrom("engine_events")
    .selectAll()
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Reward of a learner's latest event; undefined if none is stored. Served by engine_events_user.
 */
export async function findLatestReward(db: Database, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("engine_events")
    .select("reward_value")
    .where("user_id", "=", userId)
    .orderBy(sql`created_at_ms + 0`, "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.reward_value;
}

/** @returns number of events removed, at most the limit */
export async function removeEventsBefore(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom("engine_events")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("engine_events")
        .select("id")
        .where("created_at_ms", "<", beforeMs)
        .orderBy("created_at_ms")
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
