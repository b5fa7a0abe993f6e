import { setImmediate as nextTurn } from "node:timers/promises";
import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { DeviceHints } from "./device-facts.ts";
import { listOwners, upsertTouched, type TouchRow } from "./device-touches.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** A request of a learner on a device. */
export interface Touch extends DeviceHints {
  readonly deviceId: string;
  readonly userId: string;
  readonly ip: string;
}

/** Beyond this, requests on further devices are not recorded. */
const WAITING_MAX = 20_000;

/** Number of devices whose owner is cached; the least recently used ones are dropped. */
const KNOWN_MAX = 50_000;

/** How long a cached owner other than the requesting learner is trusted. */
const OWNER_TRUSTED_MS = 60_000;

const ROWS_AT_ONCE = 1_000;

/** Name of the worker that writes the waiting rows. */
export const DEVICE_FLUSH = "device_flush";

interface TouchBuffer {
  /** Rows to be written, by device. */
  waiting: Map<string, TouchRow>;
  /** Cached owners by device, the most recently used last. */
  readonly owners: Map<string, { userId: string; readAtMs: number }>;
  /** Chain of running writes. */
  writing: Promise<unknown>;
}

const bufferOf = perApp<Pick<Deps, "database">, TouchBuffer>(() => ({
  waiting: new Map(),
  owners: new Map(),
  writing: Promise.resolve(),
}));

/**
 * Records that a learner used a device. The rows are buffered and written in one statement per
 * flush. A device unknown to this process triggers a flush at once.
 */
export function noteTouch(needs: Needs & Pick<Deps, "jobs">, touch: Touch): void {
  const buffer = bufferOf(needs);
  const owner = buffer.owners.get(touch.deviceId);
  const waiting = buffer.waiting.get(touch.deviceId);
  if (hasOtherOwner(needs, touch, owner, waiting)) return;
  if (waiting === undefined && buffer.waiting.size >= WAITING_MAX) return;
  buffer.waiting.set(touch.deviceId, merged(waiting, touch, needs.clock.nowMs()));
  if (owner === undefined && waiting === undefined) needs.jobs.wake(DEVICE_FLUSH);
}

/**
 * Writes the waiting rows, after any write that is still running. Rows that cannot be written wait
 * for the next flush.
 */
export async function flushTouches(needs: Needs): Promise<void> {
  const buffer = bufferOf(needs);
  const write = buffer.writing.then(() => writeWaiting(needs, buffer));
  buffer.writing = write.catch(() => undefined);
  await write;
}

/** Waits until all earlier requests on this device are stored. */
export async function flushTouchesOf(needs: Needs, deviceId: string): Promise<void> {
  const buffer = bufferOf(needs);
  if (buffer.waiting.has(deviceId)) await flushTouches(needs);
  else await buffer.writing;
}

/** Removes a learner whose account is being erased from memory. */
export function forgetTouches(needs: Pick<Deps, "database">, userId: string): void {
  const { waiting, owners } = bufferOf(needs);
  for (const [deviceId, row] of waiting) if (row.user_id === userId) waiting.delete(deviceId);
  for (const [deviceId, owner] of owners) if (owner.userId === userId) owners.delete(deviceId);
}

/** The first learner keeps a device. If memory cannot tell who that is, the database decides. */
function hasOtherOwner(
  { clock }: Needs,
  { userId }: Touch,
  owner: { userId: string; readAtMs: number } | undefined,
  waiting: TouchRow | undefined,
): boolean {
  if (waiting !== undefined) return waiting.user_id !== userId;
  if (owner === undefined || owner.userId === userId) return false;
  return clock.monotonicMs() - owner.readAtMs < OWNER_TRUSTED_MS;
}

function merged(before: TouchRow | undefined, touch: Touch, nowMs: number): TouchRow {
  return {
    id: touch.deviceId,
    user_id: touch.userId,
    platform: touch.platform ?? before?.platform ?? null,
    app_version: touch.appVersion ?? before?.app_version ?? null,
    fingerprint: touch.fingerprint ?? before?.fingerprint ?? null,
    fingerprint_coarse: touch.fingerprintCoarse ?? before?.fingerprint_coarse ?? null,
    ip: touch.ip,
    first_seen_at_ms: before?.first_seen_at_ms ?? nowMs,
    last_seen_at_ms: nowMs,
  };
}

async function writeWaiting(needs: Needs, buffer: TouchBuffer): Promise<void> {
  const rows = [...buffer.waiting.values()];
  buffer.waiting = new Map();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    try {
      await write(needs, buffer, rows.slice(start, start + ROWS_AT_ONCE));
      await nextTurn();
    } catch (error) {
      putBack(buffer, rows.slice(start));
      throw error;
    }
  }
}

async function write(needs: Needs, buffer: TouchBuffer, rows: readonly TouchRow[]): Promise<void> {
  const unconfirmed = rows.filter((row) => buffer.owners.get(row.id)?.userId !== row.user_id);
  const owners = await transact(needs.database, async (tx) => {
    await upsertTouched(tx, rows);
    return unconfirmed.length === 0
      ? []
      : listOwners(
          tx,
          unconfirmed.map((row) => row.id),
        );
  });
  const readAtMs = needs.clock.monotonicMs();
  for (const row of rows) refresh(buffer, row.id);
  for (const { id, user_id: userId } of owners) {
    if (userId !== null) buffer.owners.set(id, { userId, readAtMs });
  }
  for (const [deviceId] of buffer.owners) {
    if (buffer.owners.size <= KNOWN_MAX) break;
    buffer.owners.delete(deviceId);
  }
}

/** Moves a device to the end of the cache, where it is dropped last. */
function refresh({ owners }: TouchBuffer, deviceId: string): void {
  const owner = owners.get(deviceId);
  if (owner === undefined) return;
  owners.delete(deviceId);
  owners.set(deviceId, owner);
}

/** Newer values take precedence, except for the time the device was first seen. */
function putBack(buffer: TouchBuffer, rows: readonly TouchRow[]): void {
  for (const row of rows) {
    const newer = buffer.waiting.get(row.id);
    if (newer === undefined && buffer.waiting.size >= WAITING_MAX) continue;
    buffer.waiting.set(
      row.id,
      newer === undefined
        ? row
        : {
            ...newer,
            first_seen_at_ms: row.first_seen_at_ms,
          },
    );
  }
}
