import type { Deps } from "../../deps.ts";
import { transact } from "../../platform/database/transaction.ts";
import { perApp } from "../../platform/per-app.ts";
import type { DeviceSigns } from "./device-facts.ts";
import { listOwners, upsertTouched, type TouchRow } from "./device-touches.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** One request of a learner on a device. */
export interface Touch extends DeviceSigns {
  readonly deviceId: string;
  readonly userId: string;
  readonly ip: string;
}

/** Beyond this, devices that are not waiting yet have to come again. */
const WAITING_MAX = 20_000;

/** Devices whose owner is remembered; beyond this the one not seen longest is forgotten. */
const KNOWN_MAX = 50_000;

/** How long another's device is taken for another's without asking the register again. */
const OWNER_TRUSTED_MS = 60_000;

const ROWS_AT_ONCE = 1_000;

/** Name of the worker that writes what is waiting. */
export const DEVICE_FLUSH = "device_flush";

interface Memory {
  /** Not written yet, by device. */
  waiting: Map<string, TouchRow>;
  /** Owners as last read, the one seen last at the end. */
  readonly known: Map<string, { userId: string; readAtMs: number }>;
  /** Writes under way, one after the other. */
  writing: Promise<unknown>;
}

const memoryOf = perApp<Pick<Deps, "database">, Memory>(() => ({
  waiting: new Map(),
  known: new Map(),
  writing: Promise.resolve(),
}));

/**
 * Notes that a learner used a device. Nothing is written here: what comes in between two flushes
 * becomes one row of one statement. A device that this process does not know is flushed at once.
 */
export function noteTouch(needs: Needs & Pick<Deps, "jobs">, touch: Touch): void {
  const memory = memoryOf(needs);
  const owner = memory.known.get(touch.deviceId);
  const waiting = memory.waiting.get(touch.deviceId);
  if (isAnothers(needs, touch, owner, waiting)) return;
  if (waiting === undefined && memory.waiting.size >= WAITING_MAX) return;
  memory.waiting.set(touch.deviceId, merged(waiting, touch, needs.clock.nowMs()));
  if (owner === undefined && waiting === undefined) needs.jobs.wake(DEVICE_FLUSH);
}

/**
 * Writes what is waiting, and what was being written when this was called. What cannot be written
 * now waits for the next time.
 */
export async function flushTouches(needs: Needs): Promise<void> {
  const memory = memoryOf(needs);
  const write = memory.writing.then(() => writeWaiting(needs, memory));
  memory.writing = write.catch(() => undefined);
  await write;
}

/** Sees to it that the register knows what requests on this device said so far. */
export async function flushTouchesOf(needs: Needs, deviceId: string): Promise<void> {
  const memory = memoryOf(needs);
  if (memory.waiting.has(deviceId)) await flushTouches(needs);
  else await memory.writing;
}

/** Forgets a learner whose account is being erased. */
export function forgetTouches(needs: Pick<Deps, "database">, userId: string): void {
  const { waiting, known } = memoryOf(needs);
  for (const [deviceId, row] of waiting) if (row.user_id === userId) waiting.delete(deviceId);
  for (const [deviceId, owner] of known) if (owner.userId === userId) known.delete(deviceId);
}

/** The first of two learners keeps a device; the register settles it when memory cannot. */
function isAnothers(
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

async function writeWaiting(needs: Needs, memory: Memory): Promise<void> {
  const rows = [...memory.waiting.values()];
  memory.waiting = new Map();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    try {
      await write(needs, memory, rows.slice(start, start + ROWS_AT_ONCE));
    } catch (error) {
      putBack(memory, rows.slice(start));
      throw error;
    }
  }
}

async function write(needs: Needs, memory: Memory, rows: readonly TouchRow[]): Promise<void> {
  const strange = rows.filter((row) => memory.known.get(row.id)?.userId !== row.user_id);
  const owners = await transact(needs.database, async (tx) => {
    await upsertTouched(tx, rows);
    return strange.length === 0
      ? []
      : listOwners(
          tx,
          strange.map((row) => row.id),
        );
  });
  const readAtMs = needs.clock.monotonicMs();
  for (const row of rows) refresh(memory, row.id);
  for (const { id, user_id: userId } of owners) {
    if (userId !== null) memory.known.set(id, { userId, readAtMs });
  }
  for (const [deviceId] of memory.known) {
    if (memory.known.size <= KNOWN_MAX) break;
    memory.known.delete(deviceId);
  }
}

/** Moves a device to the end, where those stand that are forgotten last. */
function refresh({ known }: Memory, deviceId: string): void {
  const owner = known.get(deviceId);
  if (owner === undefined) return;
  known.delete(deviceId);
  known.set(deviceId, owner);
}

/** What came in since is newer and counts; the first sight of the device stays. */
function putBack(memory: Memory, rows: readonly TouchRow[]): void {
  for (const row of rows) {
    const newer = memory.waiting.get(row.id);
    if (newer === undefined && memory.waiting.size >= WAITING_MAX) continue;
    memory.waiting.set(
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
