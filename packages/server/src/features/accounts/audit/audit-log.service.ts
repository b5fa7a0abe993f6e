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
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { CsvCell, CsvFile } from "../../../platform/http/csv-answer.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import {
  countAuditRows,
  findAuditRow,
  findTargetNames,
  listAuditRows,
  targetKey,
  type AuditRow,
  type AuditRowFilter,
} from "./audit-log.repo.ts";
import { writeAudit } from "./audit.service.ts";

type Needs = Pick<Deps, "reports" | "settings">;

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
  return toPage(await toEntries(needs.reports, rows), total, window);
}

/** Ids are numbers with at most this many digits. */
const ID = /^[1-9]\d{0,14}$/;

/** @throws AppError NOT_FOUND, also for an id that is not a number */
export async function readAuditEntry(
  { database }: Pick<Deps, "database">,
  id: string,
): Promise<AuditLogEntry> {
  const row = ID.test(id) ? await findAuditRow(database, Number(id)) : undefined;
  const [entry] = await toEntries(database, row === undefined ? [] : [row]);
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
  { reports }: Needs,
  filter: AuditRowFilter,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  let beforeId = filter.beforeId;
  for (;;) {
    const rows = await listAuditRows(
      reports,
      { ...filter, beforeId },
      { perPage: EXPORT_PAGE, offset: 0 },
    );
    if (rows.length > 0) yield (await toEntries(reports, rows)).map(toCells);
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

async function toEntries(db: Database, rows: readonly AuditRow[]): Promise<AuditLogEntry[]> {
  const names = await findTargetNames(db, rows);
  return rows.map((row) => toEntry(row, names.get(targetKey(row)) ?? null));
}

function toEntry(row: AuditRow, targetName: string | null): AuditLogEntry {
  return {
    id: row.id,
    adminId: row.admin_id,
    action: row.action,
    targetType: row.target_type,
    targetId: row.target_id,
    targetName,
    ip: row.ip,
    sessionId: row.session_id,
    before: stateIn(row.before_json),
    after: stateIn(row.after_json),
    metadataJson: JSON.parse(row.metadata_json) as Record<string, unknown>,
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
