import type { Database } from "../../../platform/database/tables.ts";
import type { ReleaseListTable, VersionsRunTable } from "./updates.tables.ts";

const ONLY = 1;

/** The audit log's actions that are updates. */
export const UPDATE_ACTIONS = ["self_update", "rollback"] as const;

export async function findReleaseList(db: Database): Promise<ReleaseListTable | undefined> {
  return db.selectFrom("release_list").selectAll().where("id", "=", ONLY).executeTakeFirst();
}

export async function upsertReleaseList(
  db: Database,
  row: Omit<ReleaseListTable, "id">,
): Promise<void> {
  await db
    .insertInto("release_list")
    .values({ id: ONLY, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** @returns whether the release was not announced before */
export async function insertReleaseNews(
  db: Database,
  news: { readonly channel: string; readonly tag: string; readonly told_at_ms: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("release_news")
    .values(news)
    .onConflict((conflict) => conflict.columns(["channel", "tag"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertVersionRun(db: Database, row: VersionsRunTable): Promise<void> {
  await db
    .insertInto("versions_run")
    .values(row)
    .onConflict((conflict) => conflict.column("version").doNothing())
    .execute();
}

export async function listVersionsRun(db: Database): Promise<VersionsRunTable[]> {
  return db.selectFrom("versions_run").selectAll().execute();
}

/** Versions that were rolled back when last installed, because they did not become healthy. */
export async function listRolledBack(db: Database) {
  const lastOfEach = db
    .selectFrom("audit_log")
    .select(({ fn }) => fn.max("id").as("id"))
    .where("action", "=", "self_update")
    .where("outcome", "in", ["rolled_back", "success"])
    .groupBy("to_version");
  return db
    .selectFrom("audit_log")
    .select(["to_version", "started_at_ms as at_ms"])
    .where("id", "in", lastOfEach)
    .where("outcome", "=", "rolled_back")
    .execute();
}

export type UpdateRow = Awaited<ReturnType<typeof listUpdateRows>>[number];

/** The audit log's entries about updates, latest first. */
export async function listUpdateRows(db: Database, limit: number) {
  return db
    .selectFrom("audit_log")
    .select(["id", "admin_id", "action", "from_version", "to_version", "channel"])
    .select(["started_at_ms", "completed_at_ms", "outcome", "error"])
    .where("action", "in", UPDATE_ACTIONS)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
