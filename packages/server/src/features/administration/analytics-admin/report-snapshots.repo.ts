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

/** A report that ends earlier does not replace one that ends later. */
export async function upsertSnapshot(db: Database, snapshot: ReportSnapshot): Promise<void> {
  const { report, variant, ...content } = snapshot;
  await db
    .insertInto("report_snapshots")
    .values({ report, variant, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(["report", "variant"])
        .doUpdateSet(content)
        .where("report_snapshots.day", "<=", content.day),
    )
    .execute();
}
