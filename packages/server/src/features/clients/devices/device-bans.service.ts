import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { createCachedValue, type CachedValue } from "../../../platform/memory/cached-value.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import {
  clearBan,
  clearFlagOf,
  clearFlagsSetBy,
  clearFlagsOwned,
  flagLinked,
  flagOwned,
  listBannedIds,
  markBanned,
} from "./device-bans.repo.ts";
import { flushTouchesOf } from "./device-touches.service.ts";
import { lockDeviceRow, type DeviceRow } from "./devices.repo.ts";

type BaseNeeds = Pick<Deps, "clock" | "database">;
type Needs = BaseNeeds & Pick<Deps, "events">;

/** An administrator's action on a device. */
export interface DeviceAct {
  readonly by: Admin;
  readonly deviceId: string;
}

const FRESH_FOR_MS = 1_000;
/** Reason of flags set by the owner's ban. */
const USER_BAN = "user_ban";

/** The banned devices, cached for at most a second. */
export const bannedDevices: (needs: BaseNeeds) => CachedValue<ReadonlySet<string>> = perApp(
  ({ clock, database }: BaseNeeds) =>
    createCachedValue(clock, FRESH_FOR_MS, async () => new Set(await listBannedIds(database))),
);

/** Whether a device is banned, cached for at most a second. */
export async function isBanned(needs: BaseNeeds, deviceId: string): Promise<boolean> {
  return (await bannedDevices(needs).read()).has(deviceId);
}

/**
 * Bans a device, flags linked devices, and notifies its streams.
 *
 * @param act.ownerId  required owner of the device; absent: any
 * @returns ids of the newly flagged devices
 * @throws AppError NOT_FOUND for an unregistered device, DEVICE_USER_MISMATCH for another learner's
 *   device
 */
export async function banDevice(
  needs: Needs,
  act: DeviceAct & { readonly reason: string | null; readonly ownerId?: string },
): Promise<string[]> {
  const { by, deviceId, reason, ownerId } = act;
  const nowMs = needs.clock.nowMs();
  await flushTouchesOf(needs, deviceId);
  const { device, flagged } = await transact(needs.database, async (tx) => {
    const row = (await lockDeviceRow(tx, deviceId)) ?? refuse("NOT_FOUND");
    if (ownerId !== undefined && row.user_id !== ownerId) refuse("DEVICE_USER_MISMATCH");
    await markBanned(tx, deviceId, reason, nowMs);
    const linked = await flagLinked(tx, row, nowMs);
    await writeAudit(tx, {
      action: ownerId === undefined ? "client.device.ban" : "user.device_ban",
      by,
      atMs: nowMs,
      target: { type: "device", id: deviceId },
      before: stateOf(row),
      after: { isBanned: true, reason },
      metadata: { reason, flagged: linked.length, userId: row.user_id },
    });
    return { device: row, flagged: linked };
  });
  announce(needs, device, "banned");
  return flagged;
}

/**
 * Ends a ban, removes the flags it set, and notifies the device's streams.
 *
 * @returns number of flags removed
 * @throws AppError NOT_FOUND for an unregistered device
 */
export async function unbanDevice(needs: Needs, { by, deviceId }: DeviceAct): Promise<number> {
  const atMs = needs.clock.nowMs();
  const { device, cleared } = await transact(needs.database, async (tx) => {
    const row = (await lockDeviceRow(tx, deviceId)) ?? refuse("NOT_FOUND");
    await clearBan(tx, deviceId);
    const flags = await clearFlagsSetBy(tx, deviceId);
    await writeAudit(tx, {
      action: "client.device.unban",
      by,
      atMs,
      target: { type: "device", id: deviceId },
      before: stateOf(row),
      after: { isBanned: false, reason: null },
      metadata: { cleared: flags, userId: row.user_id },
    });
    return { device: row, cleared: flags };
  });
  announce(needs, device, "unbanned");
  return cleared;
}

/** Removes the flag of a device, if it has one. @throws AppError NOT_FOUND */
export async function clearDeviceFlag(
  needs: BaseNeeds,
  { by, deviceId }: DeviceAct,
): Promise<void> {
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    const row = await lockDeviceRow(tx, deviceId);
    if (row === undefined || !(await clearFlagOf(tx, deviceId))) refuse("NOT_FOUND");
    await writeAudit(tx, {
      action: "client.device.clear_flag",
      by,
      atMs,
      target: { type: "device", id: deviceId },
      before: { flag: row.risk_reason },
      after: { flag: null },
    });
  });
}

function stateOf({ banned_at_ms, ban_reason: reason }: DeviceRow) {
  return { isBanned: banned_at_ms !== null, reason };
}

/** Flags the devices of a learner who is being banned. @returns number of devices flagged */
export async function flagDevicesOf(tx: Database, userId: string, nowMs: number): Promise<number> {
  return flagOwned(tx, userId, USER_BAN, nowMs);
}

/** Removes the flags set by the ban of a learner. @returns number of flags removed */
export async function clearFlagsOf(tx: Database, userId: string): Promise<number> {
  return clearFlagsOwned(tx, userId, USER_BAN);
}

/** Makes the change effective at once, for requests and on the device's streams. */
function announce(needs: Needs, device: DeviceRow, type: "banned" | "unbanned"): void {
  bannedDevices(needs).forget();
  if (device.user_id !== null) needs.events.toDevice(device.user_id, device.id, { type });
}
