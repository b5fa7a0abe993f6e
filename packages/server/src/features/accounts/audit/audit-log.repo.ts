import type { AuditOutcome, AuditTargetType } from "@wordloom/contract";
import type { Selectable } from "kysely";
import type { RowWindow } from "../../../platform/basics/page.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { AuditLogTable } from "./audit.tables.ts";

export type AuditRow = Selectable<AuditLogTable>;

/** Selects entries. Times are inclusive. */
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

/** The entries, latest first unless requested in ascending order. */
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

/** Identifies the target of an entry. */
export const targetKey = (row: Pick<AuditRow, "target_type" | "target_id">) =>
  `${row.target_type} ${row.target_id}`;

const IDS_AT_ONCE = 400;

/** The names of entries' targets, by `targetKey`. Deleted targets have none. */
export async function findTargetNames(
  db: Database,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const type of ["user", "admin", "api_key"] as const) {
    const own = rows.filter((row) => row.target_type === type);
    const ids = [...new Set(own.flatMap(({ target_id }) => target_id ?? []))];
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      for (const { id, name } of await namesOf(db, type, ids.slice(from, from + IDS_AT_ONCE))) {
        names.set(targetKey({ target_type: type, target_id: id }), name);
      }
    }
  }
  return names;
}

function namesOf(db: Database, type: "user" | "admin" | "api_key", ids: readonly string[]) {
  if (type === "user") {
    return db
      .selectFrom("users")
      .select(["id", "username as name"])
      .where("id", "in", ids)
      .execute();
  }
  return type === "admin"
    ? db.selectFrom("admins").select(["id", "email as name"]).where("id", "in", ids).execute()
    : db.selectFrom("api_keys").select(["id", "name"]).where("id", "in", ids).execute();
}
