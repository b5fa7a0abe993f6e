import type { App } from "../../app.ts";

/** The audit log: `action targetType targetId by adminId`, in the order of writing. */
export async function auditEntries({ deps }: Pick<App, "deps">): Promise<string[]> {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map((row) => `${row.action} ${row.target_type} ${row.target_id} by ${row.admin_id}`);
}

/** The metadata of the last entry. */
export async function lastAuditMetadata({ deps }: Pick<App, "deps">): Promise<unknown> {
  const row = await deps.database
    .selectFrom("audit_log")
    .select("metadata_json")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row && JSON.parse(row.metadata_json);
}
