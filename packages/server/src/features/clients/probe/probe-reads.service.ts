import type { ProbeRow, ProbeStatus } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import {
  countProbes,
  findBatch,
  findProbe,
  listProbes,
  type BatchRow,
  type ProbeRecord,
} from "./probe.repo.ts";

type Needs = Pick<Deps, "database">;

interface ProbeQuery {
  readonly batchId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly adminId?: string | undefined;
  readonly status?: ProbeStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The administrator's own probes, or all probes for a super administrator, newest first. */
export async function readProbes(
  { database }: Needs,
  admin: Admin,
  query: ProbeQuery,
): Promise<{ rows: ProbeRow[]; total: number }> {
  const ownerId = admin.role === "super_admin" ? undefined : admin.id;
  const filter = { ...query, ownerId };
  const rows = await listProbes(database, filter, query);
  return { rows: rows.map(toProbeRow), total: await countProbes(database, filter) };
}

/** @throws AppError NOT_FOUND, also for another administrator's probe */
export async function readProbe(
  { database }: Needs,
  admin: Admin,
  requestId: string,
): Promise<ProbeRow> {
  const probe = await findProbe(database, requestId);
  if (probe === undefined || !maySee(admin, probe.admin_id)) refuse("NOT_FOUND");
  return toProbeRow(probe);
}

/** @throws AppError NOT_FOUND, also for another administrator's batch */
export async function requireBatch(
  { database }: Needs,
  admin: Admin,
  batchId: string,
): Promise<BatchRow> {
  const batch = await findBatch(database, batchId);
  if (batch === undefined || !maySee(admin, batch.admin_id)) refuse("NOT_FOUND");
  return batch;
}

function maySee(admin: Admin, ownerId: string): boolean {
  return admin.role === "super_admin" || admin.id === ownerId;
}

export function toProbeRow(record: ProbeRecord): ProbeRow {
  return {
    id: record.id,
    batchId: record.batch_id,
    deviceId: record.device_id,
    adminId: record.admin_id,
    scriptBody: record.script_body,
    scriptSha256: record.script_sha256,
    hasCmdCall: record.has_cmd_call === 1,
    note: record.note,
    timeoutMs: record.timeout_ms,
    status: record.status,
    dispatchedAt: toTimestamp(record.dispatched_at_ms),
    confirmedAt: toTimestampOrNull(record.confirmed_at_ms),
    completedAt: toTimestampOrNull(record.completed_at_ms),
    resultJson: record.result_json,
    stderr: record.stderr,
    durationMs: record.duration_ms,
    truncated: record.truncated === 1,
  };
}
