import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Devices of unknown platform send no version that the gate could read. */
const NOT_NATIVE = ["web", "unknown"];

function nativeDevices(db: Database, sinceMs: number) {
  return db
    .selectFrom("devices")
    .where("last_seen_at_ms", ">=", sinceMs)
    .where("platform", "not in", NOT_NATIVE);
}

/** Number of native devices seen since a time, by platform and version. */
export async function countNativeDevices(
  db: Database,
  sinceMs: number,
): Promise<{ platform: string; version: string | null; count: number }[]> {
  const rows = await nativeDevices(db, sinceMs)
    .select(["platform", "app_version as version"])
    .select((on) => on.fn.countAll<number | string>().as("count"))
    .groupBy(["platform", "app_version"])
    .orderBy("platform")
    .execute();
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

/** Number of learners who own native devices with one of these versions. */
export async function countOwnersOf(
  db: Database,
  sinceMs: number,
  versions: readonly (string | null)[],
): Promise<number> {
  const named = versions.filter((version) => version !== null);
  const row = await nativeDevices(db, sinceMs)
    .select((on) => on.fn.count<number | string>("user_id").distinct().as("count"))
    .where((on) => {
      const withVersion = idsIn(db, "app_version", named);
      const isMissing = on("app_version", "is", null);
      return versions.includes(null) ? on.or([withVersion, isMissing]) : withVersion;
    })
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
