import type { Database } from "../../../platform/database/tables.ts";

/** By name of the algorithm. */
export async function sumAlgorithms(
  db: Database,
): Promise<{ algorithm: string; calls: number; totalUs: number; errors: number }[]> {
  const rows = await db
    .selectFrom("engine_counters")
    .select(({ fn }) => [
      "algorithm",
      fn.sum<number>("calls").as("calls"),
      fn.sum<number>("total_us").as("totalUs"),
      fn.sum<number>("errors").as("errors"),
    ])
    .groupBy("algorithm")
    .orderBy("algorithm")
    .execute();
  // PostgreSQL returns sums as text.
  return rows.map(({ algorithm, calls, totalUs, errors }) => ({
    algorithm,
    calls: Number(calls),
    totalUs: Number(totalUs),
    errors: Number(errors),
  }));
}

/** Oldest first. */
export async function listAlgorithmDays(db: Database, sinceDay: string) {
  return db
    .selectFrom("engine_counters")
    .selectAll()
    .where("day", ">=", sinceDay)
    .orderBy("day")
    .orderBy("algorithm")
    .execute();
}
