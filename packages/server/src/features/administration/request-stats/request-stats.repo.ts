import { sql } from "kysely";
import { upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { RequestStatsTable } from "./request-stats.tables.ts";

const TARGET = {
  table: "request_stats",
  columns: {
    span_ms: "integer",
    start_ms: "integer",
    instance_id: "text",
    slots_json: "text",
    routes_json: "text",
  },
  key: ["span_ms", "start_ms", "instance_id"],
} as const;

export async function upsertRequestStats(
  tx: Database,
  rows: readonly RequestStatsTable[],
): Promise<void> {
  await upsertMany(tx, TARGET, rows);
}

/** Rows of a span length that start in a range, after a row already read. */
export async function listRequestStats(
  db: Database,
  range: { readonly spanMs: number; readonly fromMs: number; readonly toMs: number },
  after: { readonly startMs: number; readonly instanceId: string },
  limit: number,
): Promise<RequestStatsTable[]> {
  return db
    .selectFrom("request_stats")
    .selectAll()
    .where("span_ms", "=", range.spanMs)
    .where("start_ms", ">=", Math.max(range.fromMs, after.startMs))
    .where("start_ms", "<", range.toMs)
    .where(sql<boolean>`(start_ms, instance_id) > (${after.startMs}, ${after.instanceId})`)
    .orderBy("start_ms")
    .orderBy("instance_id")
    .limit(limit)
    .execute();
}

/** @returns number of rows removed, at most about `limit` */
export async function removeRequestStats(
  db: Database,
  spanMs: number,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("request_stats")
    .where("span_ms", "=", spanMs)
    .where("start_ms", "<=", (query) =>
      query
        .selectFrom((old) =>
          old
            .selectFrom("request_stats")
            .select("start_ms")
            .where("span_ms", "=", spanMs)
            .where("start_ms", "<", beforeMs)
            .orderBy("start_ms")
            .limit(limit)
            .as("old"),
        )
        .select(({ fn }) => fn.max<number>("old.start_ms").as("start_ms")),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
