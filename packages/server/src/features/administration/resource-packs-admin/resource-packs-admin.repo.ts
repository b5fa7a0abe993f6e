import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

const DAY_MS = 86_400_000;

/** Newest upload first. */
export async function listAllVersions(db: Database) {
  return db
    .selectFrom("resource_pack_versions")
    .selectAll()
    .orderBy("published_at_ms", "desc")
    .orderBy("version", "desc")
    .execute();
}

export async function listAllChannels(db: Database) {
  return db
    .selectFrom("resource_pack_channels")
    .select(["pack_id", "channel", "version"])
    .execute();
}

/** Reports by pack and outcome since this time, including unknown packs. */
export async function countOutcomes(db: Database, sinceMs: number) {
  const rows = await db
    .selectFrom("pack_installs")
    .select(({ fn }) => ["pack_id", "outcome", fn.countAll<number | string>().as("count")])
    .where("created_at_ms", ">=", sinceMs)
    .groupBy(["pack_id", "outcome"])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Reports about existing versions of a pack since this time, by day since 1970. */
export async function countByDay(db: Database, packId: string, sinceMs: number) {
  const day = sql<number | string>`installs.created_at_ms / ${sql.lit(DAY_MS)}`;
  const rows = await db
    .selectFrom("pack_installs as installs")
    .innerJoin("resource_pack_versions as versions", (join) =>
      join
        .onRef("versions.pack_id", "=", "installs.pack_id")
        .onRef("versions.version", "=", "installs.version"),
    )
    .select(["installs.version", "installs.outcome", day.as("day")])
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("installs.pack_id", "=", packId)
    .where("installs.created_at_ms", ">=", sinceMs)
    .groupBy(["installs.version", "installs.outcome", day])
    .orderBy(day)
    .orderBy("installs.version")
    .orderBy("installs.outcome")
    .execute();
  return rows.map((row) => ({ ...row, day: Number(row.day), count: Number(row.count) }));
}
