import type { Insertable, Selectable } from "kysely";
import type { EngineConfigTrialsTable, EngineConfigVersionsTable } from "./engine-config.tables.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type VersionRow = Selectable<EngineConfigVersionsTable>;
export type VersionSummary = Omit<VersionRow, "snapshot_json" | "content_hash">;

const SUMMARY = [
  "id",
  "version_hash",
  "parent_version_hash",
  "source",
  "author_admin_id",
  "note",
  "created_at_ms",
] as const;

export async function findNewestVersion(db: Database): Promise<VersionRow | undefined> {
  return db
    .selectFrom("engine_config_versions")
    .selectAll()
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** 0 without versions. */
export async function newestVersionId(db: Database): Promise<number> {
  const row = await db
    .selectFrom("engine_config_versions")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** A version that was once active, or else one stored for a trial, whose id is 0. */
export async function findVersion(db: Database, hash: string): Promise<VersionRow | undefined> {
  const version = await db
    .selectFrom("engine_config_versions")
    .selectAll()
    .where("version_hash", "=", hash)
    .executeTakeFirst();
  return version ?? (await findTrial(db, hash));
}

async function findTrial(db: Database, hash: string): Promise<VersionRow | undefined> {
  const row = await db
    .selectFrom("engine_config_trials")
    .selectAll()
    .where("version_hash", "=", hash)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, id: 0, source: "manual" };
}

/** Stores the same configuration on the same parent version once. */
export async function insertTrial(
  tx: Database,
  row: Insertable<EngineConfigTrialsTable>,
): Promise<void> {
  await tx
    .insertInto("engine_config_trials")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Newest first. */
export async function listVersionSummaries(
  db: Database,
  window: { readonly limit: number; readonly offset: number },
): Promise<VersionSummary[]> {
  return db
    .selectFrom("engine_config_versions")
    .select(SUMMARY)
    .orderBy("id", "desc")
    .limit(window.limit)
    .offset(window.offset)
    .execute();
}

/** From this version on, oldest first. */
export async function listVersionsFrom(
  db: Database,
  fromId: number,
  limit: number,
): Promise<Pick<VersionRow, "id" | "version_hash" | "snapshot_json">[]> {
  return db
    .selectFrom("engine_config_versions")
    .select(["id", "version_hash", "snapshot_json"])
    .where("id", ">=", fromId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** @returns its id; undefined if another version has the same parent */
export async function insertVersion(
  tx: Database,
  row: Omit<Insertable<EngineConfigVersionsTable>, "id">,
): Promise<number | undefined> {
  const added = await tx
    .insertInto("engine_config_versions")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added?.id;
}
