import type { Insertable } from "kysely";
import type { AuditLogTable, Database } from "../../platform/database/tables.ts";

export async function insertAuditEntry(
  db: Database,
  row: Insertable<AuditLogTable>,
): Promise<void> {
  await db.insertInto("audit_log").values(row).execute();
}
