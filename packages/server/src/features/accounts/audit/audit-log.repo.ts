import type { AuditOutcome, AuditTargetType } from "@wordloom/contract";
import type { Selectable } from "kysely";
import type { RowWindow } from "../../../platform/basics/page.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { AuditLogTable } from "./audit.tables.ts";

export type AuditRow = Selectable<AuditLogTable>;

/** Which entries; times are inclusive. */
export interface AuditRowFilter {
  readonly adminId?: string | undefined;
  readonly action?: string | undefined;
  readonly targetType?: AuditTargetType | undefined;
  readonly targetId?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Only entries with smaller ids. */
  readonly beforeId?: number | undefined;
}

function matching(db: Database, filter: AuditRowFilter) {
  const { adminId, action, targetType, targetId, outcome, sinceMs, untilMs, beforeId } = filter;
  return db
    .selectFrom("audit_log")
    .$if(adminId !== undefined, (query) => query.where("admin_id", "=", adminId ?? ""))
    .$if(action !== undefined, (query) => query.where("action", "=", action ?? ""))
    .$if(targetType !== undefined, (query) => query.where("target_type", "=", targetType ?? null))
    .$if(targetId !== undefined, (query) => query.where("target_id", "=", targetId ?? ""))
    .$if(outcome !== undefined, (query) => query.where("outcome", "=", outcome ?? "success"))
    .$if(sinceMs !== undefined, (query) => query.where("started_at_ms", ">=", sinceMs ?? 0))
    .$if(untilMs !== undefined, (query) => query.where("started_at_ms", "<=", untilMs ?? 0))
    .$if(beforeId !== undefined, (query) => query.where("id", "<", beforeId ?? 0));
}

export async function findAuditRow(db: Database, id: number): Promise<AuditRow | undefined> {
  return db.selectFrom("audit_log").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function countAuditRows(db: Database, filter: AuditRowFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The entries, latest first unless they are asked for the other way. */
export async function listAuditRows(
  db: Database,
  filter: AuditRowFilter,
  { perPage, offset }: RowWindow,
  direction: "asc" | "desc" = "desc",
): Promise<AuditRow[]> {
  return matching(db, filter)
    .selectAll()
    .orderBy("id", direction)
    .limit(perPage)
    .offset(offset)
    .execute();
}
