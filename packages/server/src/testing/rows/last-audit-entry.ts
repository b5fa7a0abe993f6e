import type { TestApp } from "@wordloom/testing/service/build-test-app";

/** Action, administrator, target and metadata of the last entry of the audit log. */
export async function lastAuditEntry({ deps }: Pick<TestApp, "deps">): Promise<unknown[]> {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  const { action, admin_id, target_type, target_id, metadata_json } = rows.at(-1) ?? {};
  return [action, admin_id, target_type, target_id, JSON.parse(metadata_json ?? "null")];
}
