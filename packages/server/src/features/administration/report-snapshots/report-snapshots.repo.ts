import type { Selectable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { ReportSnapshotsTable } from "./report-snapshots.tables.ts";

export type ReportSnapshot = Selectable<ReportSnapshotsTable>;

export async function findSnapshot(
  db: Database,
  report: string,
  variant: string,
): Promise<ReportSnapshot | undefined> {
  return db
    .selectFrom("report_snapshots")
    .selectAll()
    .where("report", "=", report)
    .where("variant", "=", variant)
    .executeTakeFirst();
}

export async function upsertSnapshot(db: Database, snapshot: ReportSnapshot): Promise<void> {
  const { day, computed_at_ms, content_json } = snapshot;
  await db
    .insertInto("report_snapshots")
    .values(snapshot)
    .onConflict((conflict) =>
      conflict.columns(["report", "variant"]).doUpdateSet({ day, computed_at_ms, content_json }),
    )
    .execute();
}
