import type { AuditLogEntry, AuditLogFilter, Page } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import {
  orderOf,
  pageWindow,
  toPage,
  type PageQuery,
  type Sort,
} from "../../../platform/basics/page.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { CsvCell, CsvFile } from "../../../platform/http/csv-answer.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import {
  countAuditRows,
  findAuditRow,
  findAdminNames,
  findKeyNames,
  findTargetNames,
  listAuditRows,
  targetKey,
  type AuditRow,
  type AuditRowFilter,
} from "./audit-log.repo.ts";
import { writeAudit } from "./audit.service.ts";

type Needs = Pick<Deps, "auditTargets" | "reports" | "settings">;

/** Entries read per statement, each up to some kilobytes. */
const EXPORT_PAGE = 500;

const COLUMNS = [
  "id",
  "startedAt",
  "completedAt",
  "adminId",
  "ip",
  "sessionId",
  "action",
  "targetType",
  "targetId",
  "targetName",
  "outcome",
  "error",
  "fromVersion",
  "toVersion",
  "channel",
  "before",
  "after",
  "metadataJson",
] as const;

/** A page of matching entries. */
export async function listAuditLog(
  needs: Needs,
  query: AuditLogFilter & PageQuery & { readonly sort: Sort<"startedAt"> },
): Promise<Page<AuditLogEntry>> {
  const filter = toRowFilter(query);
  const window = pageWindow(query, needs.settings);
  const total = await countAuditRows(needs.reports, filter);
  const rows = await listAuditRows(needs.reports, filter, window, orderOf(query.sort).direction);
  return toPage(await toEntries({ ...needs, database: needs.reports }, rows), total, window);
}

/** Ids are numbers with at most this many digits. */
const ID = /^[1-9]\d{0,14}$/;

/** @throws AppError NOT_FOUND, also for an id that is not a number */
export async function readAuditEntry(
  needs: Pick<Deps, "auditTargets" | "database">,
  id: string,
): Promise<AuditLogEntry> {
  const row = ID.test(id) ? await findAuditRow(needs.database, Number(id)) : undefined;
  const [entry] = await toEntries(needs, row === undefined ? [] : [row]);
  return entry ?? refuse("NOT_FOUND");
}

/**
 * The matching entries as CSV, latest first. The export is audited but does not include its own
 * entry.
 */
export async function exportAuditLog(
  needs: Needs & Pick<Deps, "clock" | "database">,
  by: Admin,
  query: AuditLogFilter,
): Promise<CsvFile> {
  const atMs = needs.clock.nowMs();
  const beforeId = await transact(needs.database, (tx) =>
    writeAudit(tx, { by, action: "audit.export", atMs, metadata: { ...query } }),
  );
  const filter = { ...toRowFilter(query), beforeId };
  return {
    name: "audit-log",
    day: toTimestamp(atMs).slice(0, 10),
    columns: COLUMNS,
    total: await countAuditRows(needs.reports, filter),
    pages: pagesOf(needs, filter),
  };
}

/** Pages by id, so that entries written meanwhile do not shift pages. */
async function* pagesOf(
  { auditTargets, reports }: Needs,
  filter: AuditRowFilter,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  let beforeId = filter.beforeId;
  for (;;) {
    const rows = await listAuditRows(
      reports,
      { ...filter, beforeId },
      { perPage: EXPORT_PAGE, offset: 0 },
    );
    if (rows.length > 0)
      yield (await toEntries({ auditTargets, database: reports }, rows)).map(toCells);
    if (rows.length < EXPORT_PAGE) return;
    beforeId = rows.at(-1)?.id;
  }
}

function toRowFilter({ since, until, ...others }: AuditLogFilter): AuditRowFilter {
  return {
    ...others,
    ...(since !== undefined && { sinceMs: Date.parse(since) }),
    ...(until !== undefined && { untilMs: Date.parse(until) }),
  };
}

async function toEntries(
  { auditTargets, database }: Pick<Deps, "auditTargets" | "database">,
  rows: readonly AuditRow[],
): Promise<AuditLogEntry[]> {
  const drafts = rows.map((row) => ({ row, metadata: metadataOf(row) }));
  const keyIds = drafts.flatMap(({ metadata }) => textIn(metadata, "apiKeyId") ?? []);
  const keys = await findKeyNames(database, [...new Set(keyIds)]);
  const names = await findTargetNames(database, auditTargets, rows);
  const admins = await findAdminNames(database, adminIdsOf(rows));
  const lookedUp = new Set(auditTargets.map(({ type }) => type));
  return drafts.map(({ row, metadata }) => {
    const key = targetKey(row);
    const isLookedUp = row.target_type !== null && lookedUp.has(row.target_type);
    const keyName = keys.get(textIn(metadata, "apiKeyId") ?? "") ?? textIn(metadata, "apiKeyName");
    return toEntry(row, metadata, {
      adminName: admins.get(row.admin_id ?? "") ?? null,
      targetName: names.get(key) ?? row.target_name ?? formerName(row, metadata, admins),
      targetExists: isLookedUp && row.target_id !== null ? names.has(key) : null,
      apiKeyName: keyName ?? null,
    });
  });
}

/** Administrators who acted, and those who were acted on. */
function adminIdsOf(rows: readonly AuditRow[]): string[] {
  const ids = rows.flatMap((row) => [
    row.admin_id ?? [],
    row.target_type === "admin" ? (row.target_id ?? []) : [],
  ]);
  return [...new Set(ids.flat())];
}

/** Entries of earlier releases name only what was created, and deleted administrators. */
function formerName(
  row: AuditRow,
  metadata: Readonly<Record<string, unknown>>,
  admins: ReadonlyMap<string, string>,
): string | null {
  const ofAdmin = row.target_type === "admin" ? admins.get(row.target_id ?? "") : undefined;
  return ofAdmin ?? textIn(metadata, "name") ?? null;
}

const metadataOf = (row: AuditRow) => JSON.parse(row.metadata_json) as Record<string, unknown>;

function textIn(metadata: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = metadata[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

type Names = Pick<AuditLogEntry, "adminName" | "apiKeyName" | "targetExists" | "targetName">;

function toEntry(
  row: AuditRow,
  metadataJson: AuditLogEntry["metadataJson"],
  { adminName, apiKeyName, targetExists, targetName }: Names,
): AuditLogEntry {
  return {
    id: row.id,
    adminId: row.admin_id,
    adminName,
    action: row.action,
    targetType: row.target_type,
    targetId: row.target_id,
    targetName,
    targetExists,
    ip: row.ip,
    sessionId: row.session_id,
    apiKeyName,
    before: stateIn(row.before_json),
    after: stateIn(row.after_json),
    metadataJson,
    outcome: row.outcome,
    error: row.error,
    fromVersion: row.from_version,
    toVersion: row.to_version,
    channel: row.channel,
    startedAt: toTimestamp(row.started_at_ms),
    completedAt: row.completed_at_ms === null ? null : toTimestamp(row.completed_at_ms),
  };
}

const stateIn = (json: string | null) =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>);

function toCells(entry: AuditLogEntry): CsvCell[] {
  return COLUMNS.map((column) => {
    const value = entry[column];
    return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  });
}
