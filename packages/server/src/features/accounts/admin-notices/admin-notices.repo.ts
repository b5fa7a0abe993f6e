import type { AdminNoticeKind } from "@wordloom/contract";
import type { Database } from "../../../platform/database/tables.ts";
import type { AdminNoticesTable } from "./admin-notices.tables.ts";

export async function insertAdminNotice(db: Database, row: AdminNoticesTable): Promise<void> {
  await db.insertInto("admin_notices").values(row).execute();
}

/**
 * Marks that there is a notice now. Of several processes that mark the same, one succeeds.
 *
 * @returns whether the last one was before `beforeMs`, or there was none
 */
export async function markAdminNotice(
  db: Database,
  mark: { readonly kind: AdminNoticeKind; readonly subject: string },
  nowMs: number,
  beforeMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("admin_notice_marks")
    .values({ ...mark, last_at_ms: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "subject"])
        .doUpdateSet({ last_at_ms: nowMs })
        .where("admin_notice_marks.last_at_ms", "<=", beforeMs),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function removeReadsBy(db: Database, adminId: string): Promise<void> {
  await db.deleteFrom("admin_notice_reads").where("admin_id", "=", adminId).execute();
}
