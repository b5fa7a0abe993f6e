import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { DeviceRow } from "./devices.repo.ts";

export async function listBannedIds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("devices")
    .select("id")
    // A range, because SQLite uses no index for `is not null`.
    .where("banned_at_ms", ">", 0)
    .execute();
  return rows.map(({ id }) => id);
}

/** Bans a device. One that is already banned keeps the time of its ban. */
export async function markBanned(
  db: Database,
  deviceId: string,
  reason: string | null,
  nowMs: number,
): Promise<void> {
  await sql`
    update devices set banned_at_ms = coalesce(banned_at_ms, ${nowMs}), ban_reason = ${reason}
    where id = ${deviceId}
  `.execute(db);
}

/** @returns whether the device exists */
export async function clearBan(db: Database, deviceId: string): Promise<boolean> {
  const result = await db
    .updateTable("devices")
    .set({ banned_at_ms: null, ban_reason: null })
    .where("id", "=", deviceId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Flags devices that are likely the same as this one or have the same owner. Existing flags stay
 * unchanged. Missing attributes never match, because null equals nothing.
 *
 * @returns ids of the devices that were flagged
 */
export async function flagLinked(db: Database, banned: DeviceRow, nowMs: number) {
  const { id, user_id, fingerprint, fingerprint_coarse, ip } = banned;
  const { rows } = await sql<{ id: string }>`
    update devices set
      risk_flagged_at_ms = ${nowMs},
      risk_related_device = ${id},
      risk_reason = case
        when fingerprint = ${fingerprint} then 'same_fingerprint'
        when fingerprint_coarse = ${fingerprint_coarse} and ip = ${ip}
          then 'same_coarse_fingerprint'
        else 'same_owner' end
    where id <> ${id} and risk_flagged_at_ms is null and (fingerprint = ${fingerprint}
      or (fingerprint_coarse = ${fingerprint_coarse} and ip = ${ip}) or user_id = ${user_id})
    returning id
  `.execute(db);
  return rows.map((row) => row.id).toSorted();
}

/** @returns number of removed flags that were set by the ban of this device */
export async function clearFlagsSetBy(db: Database, deviceId: string): Promise<number> {
  return clearFlags(db, sql<boolean>`risk_flagged_at_ms > 0 and risk_related_device = ${deviceId}`);
}

/** @returns number of newly flagged devices */
export async function flagOwned(
  db: Database,
  userId: string,
  reason: string,
  nowMs: number,
): Promise<number> {
  const result = await db
    .updateTable("devices")
    .set({ risk_flagged_at_ms: nowMs, risk_reason: reason, risk_related_device: null })
    .where("user_id", "=", userId)
    .where("risk_flagged_at_ms", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** @returns number of flags removed */
export async function clearFlagsOwned(
  db: Database,
  userId: string,
  reason: string,
): Promise<number> {
  return clearFlags(db, sql<boolean>`user_id = ${userId} and risk_reason = ${reason}`);
}

/** @returns whether the device exists */
export async function clearFlagOf(db: Database, deviceId: string): Promise<boolean> {
  return (await clearFlags(db, sql<boolean>`id = ${deviceId}`)) > 0;
}

async function clearFlags(db: Database, which: ReturnType<typeof sql<boolean>>): Promise<number> {
  const result = await db
    .updateTable("devices")
    .set({ risk_flagged_at_ms: null, risk_reason: null, risk_related_device: null })
    .where(which)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
