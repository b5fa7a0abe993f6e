import type { Deps } from "../../deps.ts";
import { refuse } from "../../platform/app-error.ts";
import type { Database } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { createFreshValue, type FreshValue } from "../../platform/fresh-value.ts";
import { perApp } from "../../platform/per-app.ts";
import { writeAudit } from "../audit/audit.service.ts";
import {
  clearBan,
  clearFlagOf,
  clearFlagsLeftBy,
  clearFlagsOwned,
  flagLinked,
  flagOwned,
  listBannedIds,
  markBanned,
} from "./device-bans.repo.ts";
import { flushTouchesOf } from "./device-touches.service.ts";
import { findDeviceRow, type DeviceRow } from "./devices.repo.ts";

type Reading = Pick<Deps, "clock" | "database">;
type Needs = Reading & Pick<Deps, "events">;

/** What an administrator does to a device. */
export interface DeviceAct {
  readonly adminId: string;
  readonly deviceId: string;
}

const FRESH_FOR_MS = 1_000;
const OWNER_BANNED = "owner_banned";

/** The banned devices, at most a second behind the register. */
export const bannedDevices: (needs: Reading) => FreshValue<ReadonlySet<string>> = perApp(
  ({ clock, database }: Reading) =>
    createFreshValue(clock, FRESH_FOR_MS, async () => new Set(await listBannedIds(database))),
);

/** Whether a device is banned; from memory, which is at most a second behind the register. */
export async function isBanned(needs: Reading, deviceId: string): Promise<boolean> {
  return (await bannedDevices(needs).read()).has(deviceId);
}

/**
 * Bans a device, flags those that are linked with it, and tells its streams.
 *
 * @param act.ownerId  who it must belong to, when it is banned as somebody's device
 * @returns ids of the devices that were flagged
 * @throws AppError NOT_FOUND for a device nobody registered, DEVICE_USER_MISMATCH for another
 *   owner's
 */
export async function banDevice(
  needs: Needs,
  act: DeviceAct & { readonly reason: string | null; readonly ownerId?: string },
): Promise<string[]> {
  const { adminId, deviceId, reason, ownerId } = act;
  const nowMs = needs.clock.nowMs();
  await flushTouchesOf(needs, deviceId);
  const { device, flagged } = await transact(needs.database, async (tx) => {
    const row = (await findDeviceRow(tx, deviceId)) ?? refuse("NOT_FOUND");
    if (ownerId !== undefined && row.user_id !== ownerId) refuse("DEVICE_USER_MISMATCH");
    await markBanned(tx, deviceId, reason, nowMs);
    const linked = await flagLinked(tx, row, nowMs);
    await writeAudit(tx, {
      action: ownerId === undefined ? "client.device.ban" : "user.device_ban",
      adminId,
      atMs: nowMs,
      target: { type: "device", id: deviceId },
      metadata: { reason, flagged: linked.length, userId: row.user_id },
    });
    return { device: row, flagged: linked };
  });
  tell(needs, device, "banned");
  return flagged;
}

/**
 * Ends a ban, removes the flags it left, and tells the device's streams.
 *
 * @returns number of flags removed
 * @throws AppError NOT_FOUND for a device nobody registered
 */
export async function unbanDevice(needs: Needs, { adminId, deviceId }: DeviceAct): Promise<number> {
  const atMs = needs.clock.nowMs();
  const { device, cleared } = await transact(needs.database, async (tx) => {
    const row = (await findDeviceRow(tx, deviceId)) ?? refuse("NOT_FOUND");
    await clearBan(tx, deviceId);
    const flags = await clearFlagsLeftBy(tx, deviceId);
    await writeAudit(tx, {
      action: "client.device.unban",
      adminId,
      atMs,
      target: { type: "device", id: deviceId },
      metadata: { cleared: flags, userId: row.user_id },
    });
    return { device: row, cleared: flags };
  });
  tell(needs, device, "unbanned");
  return cleared;
}

/** Removes the flag of a device, if it has one. @throws AppError NOT_FOUND for no such device */
export async function clearDeviceFlag(
  needs: Reading,
  { adminId, deviceId }: DeviceAct,
): Promise<void> {
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    if (!(await clearFlagOf(tx, deviceId))) refuse("NOT_FOUND");
    await writeAudit(tx, {
      action: "client.device.clear_flag",
      adminId,
      atMs,
      target: { type: "device", id: deviceId },
    });
  });
}

/** Flags the devices of a learner who is being banned. @returns number of devices flagged */
export async function flagDevicesOf(tx: Database, userId: string, nowMs: number): Promise<number> {
  return flagOwned(tx, userId, OWNER_BANNED, nowMs);
}

/** Removes the flags that the ban of a learner left. @returns number of flags removed */
export async function clearFlagsOf(tx: Database, userId: string): Promise<number> {
  return clearFlagsOwned(tx, userId, OWNER_BANNED);
}

/** Acts at once, in front of the endpoints and on the streams. */
function tell(needs: Needs, device: DeviceRow, type: "banned" | "unbanned"): void {
  bannedDevices(needs).forget();
  if (device.user_id !== null) needs.events.toDevice(device.user_id, device.id, { type });
}
