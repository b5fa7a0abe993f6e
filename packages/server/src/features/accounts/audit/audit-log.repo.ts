import type { AuditOutcome, AuditTargetType } from "@wordloom/contract";
import { sql, type Selectable } from "kysely";
import type { AuditTarget } from "../../../audit-target.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";
import { idsIn } from "../../../platform/database/bulk.ts";
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

/** Of a text that serves as a name. */
const NAME_CHARACTERS = 80;

/**
 * Names of the entries' targets that still exist, by `targetKey`; null for one without a name.
 *
 * @param tables  where to look for them
 */
export async function findTargetNames(
  db: Database,
  tables: readonly AuditTarget[],
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, string | null>> {
  const names = new Map<string, string | null>();
  for (const table of tables) {
    const own = rows.filter((row) => row.target_type === table.type);
    const ids = [...new Set(own.flatMap(({ target_id }) => target_id ?? []))];
    if (ids.length === 0) continue;
    for (const { id, name } of await namesIn(db, table, ids)) {
      names.set(targetKey({ target_type: table.type, target_id: id }), name || null);
    }
  }
  return names;
}

/** Names of API keys by id, as long as they are listed. */
export async function findKeyNames(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const query = db.selectFrom("api_keys").select(["id", "name"]);
  const rows = await query.where(idsIn(db, "id", ids)).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** E-mail addresses of administrators by id, also of deleted ones. */
export async function findAdminNames(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  if (ids.length === 0) return names;
  const deletions = await db
    .selectFrom("audit_log")
    .select(["target_id as id", "metadata_json"])
    .where("target_type", "=", "admin")
    .where(idsIn(db, "target_id", ids))
    .where("action", "=", "admin.delete")
    .execute();
  for (const { id, metadata_json } of deletions) {
    const { email } = JSON.parse(metadata_json) as { readonly email?: string };
    if (id !== null && email !== undefined) names.set(id, email);
  }
  const query = db.selectFrom("admins").select(["id", "email"]);
  const rows = await query.where(idsIn(db, "id", ids)).execute();
  for (const { id, email } of rows) names.set(id, email);
  return names;
}

async function namesIn(
  db: Database,
  { table, name, shown }: AuditTarget,
  ids: readonly string[],
): Promise<readonly { id: string; name: string | null }[]> {
  const isShown =
    shown === undefined
      ? sql<boolean>`true`
      : sql<boolean>`${sql.ref(shown.column)} in (${sql.join(shown.values)})`;
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, substr(${sql.ref(name)}, 1, ${sql.lit(NAME_CHARACTERS)}) as name
    from ${sql.table(table)} where ${idsIn(db, "id", ids)} and ${isShown}
  `.execute(db);
  return rows;
}
