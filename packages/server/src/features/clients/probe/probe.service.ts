import { PROBE_CTX_VERSION, type ProbeDraft } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { overBytes, refuseOver } from "../../../platform/basics/over-limit.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { deviceKey } from "../../../platform/events/presence.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { isDeviceId, listDevices, type Device } from "../devices/devices.service.ts";
import { lockExistingLearners } from "../../accounts/users/users.service.ts";
import { insertBatch, insertRequests, type BatchRow } from "./probe.repo.ts";
import { mayCallCommands, scriptHash } from "./probe-script.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "ids" | "settings">;

/** A target device and the id of its request. */
interface Target {
  readonly requestId: string;
  readonly deviceId: string;
  readonly ownerId: string | null;
  readonly online: boolean;
}

const SCRIPT_MAX_BYTES = 16 * 1024;
const TIMEOUT_MIN_MS = 100;

/** Time for a script to reach its device and for the result to return. */
const ANSWER_GRACE_MS = 10_000;

/** @throws AppError PROBE_DISABLED */
export function requireProbes({ settings }: Pick<Deps, "settings">): void {
  if (!settings.PROBE_ENABLED) refuse("PROBE_DISABLED");
}

/** When a script sent now times out. */
export function dueAtMs(nowMs: number, timeoutMs: number): number {
  return nowMs + timeoutMs + ANSWER_GRACE_MS;
}

/**
 * Sends a script to the devices that are online, and records the named ones that are not.
 *
 * A device is online when a stream of its owner names it. Banned devices receive nothing, so they
 * count as offline.
 *
 * @throws AppError PROBE_SCRIPT_EMPTY, PROBE_SCRIPT_TOO_LARGE, PROBE_TIMEOUT_OUT_OF_RANGE,
 *   PROBE_INVALID_TARGETS
 */
export async function issueProbe(needs: Needs, admin: Admin, draft: ProbeDraft) {
  requireScript(draft.script);
  const timeoutMs = requireTimeout(needs.settings, draft.timeoutMs);
  const targets = await findTargets(needs, draft.targets);
  const batch = toBatch(needs, admin, draft, timeoutMs);
  const online = targets.filter((target) => target.online);
  const offline = targets.filter((target) => !target.online);
  await storeBatch(needs, admin, batch, targets);
  send(needs, batch, online);
  return {
    batchId: batch.id,
    dispatched: online.map(({ deviceId, requestId }) => ({ deviceId, requestId })),
    skippedOffline: offline.map(({ deviceId }) => deviceId),
  };
}

function requireScript(script: string): void {
  if (script.trim() === "") refuse("PROBE_SCRIPT_EMPTY");
  const bytes = Buffer.byteLength(script);
  if (bytes > SCRIPT_MAX_BYTES) {
    refuseOver("PROBE_SCRIPT_TOO_LARGE", overBytes(SCRIPT_MAX_BYTES, bytes));
  }
}

function requireTimeout(settings: Needs["settings"], requested: number | null | undefined): number {
  const { PROBE_DEFAULT_TIMEOUT_MS, PROBE_MAX_TIMEOUT_MS: maxMs } = settings;
  const timeoutMs = requested ?? Math.min(PROBE_DEFAULT_TIMEOUT_MS, maxMs);
  if (!Number.isInteger(timeoutMs) || timeoutMs < TIMEOUT_MIN_MS || timeoutMs > maxMs) {
    refuse("PROBE_TIMEOUT_OUT_OF_RANGE", `The timeout must be ${TIMEOUT_MIN_MS} to ${maxMs} ms.`);
  }
  return timeoutMs;
}

async function findTargets(needs: Needs, targets: ProbeDraft["targets"]): Promise<Target[]> {
  const present = await needs.events.presence();
  const live = new Set(present.map(({ userId, deviceId }) => deviceKey(userId, deviceId)));
  const isOnline = (device: Device | undefined) =>
    device?.userId != null &&
    device.bannedAtMs === null &&
    live.has(deviceKey(device.userId, device.deviceId));
  const all = targets.allOnline === true;
  const ids = all ? present.map(({ deviceId }) => deviceId) : requireIds(needs, targets.deviceIds);
  const devices = await listDevices(needs, [...new Set(ids)]);
  const known = new Map(devices.map((device) => [device.deviceId, device]));
  return [...new Set(ids)]
    .filter((deviceId) => !all || isOnline(known.get(deviceId)))
    .map((deviceId) => ({
      requestId: needs.ids.next(),
      deviceId,
      ownerId: known.get(deviceId)?.userId ?? null,
      online: isOnline(known.get(deviceId)),
    }));
}

function requireIds({ settings }: Needs, ids: readonly string[] | null | undefined) {
  if (ids == null || ids.length === 0) refuse("PROBE_INVALID_TARGETS", "No device ids are given.");
  const max = settings.LIMITS_MAX_BATCH_SIZE;
  if (ids.length > max) refuse("PROBE_INVALID_TARGETS", `At most ${max} devices at once.`);
  if (!ids.every(isDeviceId)) refuse("PROBE_INVALID_TARGETS", "A device id is malformed.");
  return ids;
}

function toBatch(needs: Needs, admin: Admin, draft: ProbeDraft, timeoutMs: number): BatchRow {
  return {
    id: needs.ids.next(),
    admin_id: admin.id,
    script_body: draft.script,
    script_sha256: scriptHash(draft.script),
    has_cmd_call: mayCallCommands(draft.script) ? 1 : 0,
    note: draft.note || null,
    timeout_ms: timeoutMs,
    created_at_ms: needs.clock.nowMs(),
  };
}

async function storeBatch(
  needs: Needs,
  by: Admin,
  batch: BatchRow,
  targets: readonly Target[],
): Promise<void> {
  const { created_at_ms: atMs, timeout_ms: timeoutMs } = batch;
  const rows = targets.map(({ requestId, deviceId, ownerId, online }) => ({
    id: requestId,
    batch_id: batch.id,
    admin_id: batch.admin_id,
    device_id: deviceId,
    user_id: ownerId,
    status: online ? ("pending" as const) : ("offline" as const),
    dispatched_at_ms: atMs,
    due_at_ms: online ? dueAtMs(atMs, timeoutMs) : null,
    completed_at_ms: online ? null : atMs,
    truncated: 0,
  }));
  const sent = rows.filter(({ status }) => status === "pending").length;
  await transact(needs.database, async (tx) => {
    const owners = rows.flatMap(({ user_id }) => user_id ?? []);
    const existing = new Set(await lockExistingLearners(tx, [...new Set(owners)]));
    const isThere = (id: string | null) => id !== null && existing.has(id);
    await insertBatch(tx, batch);
    await insertRequests(
      tx,
      rows.map((row) => ({ ...row, user_id: isThere(row.user_id) ? row.user_id : null })),
    );
    await writeAudit(tx, {
      action: "probe.issue",
      atMs,
      by,
      target: { type: "probe", id: batch.id, name: batch.note ?? undefined },
      metadata: {
        scriptSha256: batch.script_sha256,
        hasCmdCall: batch.has_cmd_call === 1,
        note: batch.note,
        dispatched: sent,
        skippedOffline: rows.length - sent,
      },
    });
  });
}

function send({ events }: Needs, batch: BatchRow, targets: readonly Target[]): void {
  const scriptB64 = Buffer.from(batch.script_body).toString("base64");
  for (const { ownerId, deviceId, requestId } of targets) {
    if (ownerId === null) continue;
    events.toDevice(ownerId, deviceId, {
      type: "probe_request",
      requestId,
      batchId: batch.id,
      scriptB64,
      timeoutMs: batch.timeout_ms,
      ctxVersion: PROBE_CTX_VERSION,
    });
  }
}
