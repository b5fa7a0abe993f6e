import { sql, type Selectable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { DevicesTable } from "./devices.tables.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type DeviceRow = Selectable<DevicesTable>;

/** A device's profile from telemetry. null leaves a column unchanged. */
export interface ProfileColumns {
  readonly platform: string | null;
  readonly app_version: string | null;
  readonly model: string | null;
  readonly time_zone: string | null;
  readonly language: string | null;
  readonly profile_json: string | null;
}

export async function findDeviceRow(
  db: Database,
  deviceId: string,
): Promise<DeviceRow | undefined> {
  return db.selectFrom("devices").selectAll().where("id", "=", deviceId).executeTakeFirst();
}

/** Locks a device, so that its owner cannot be erased before the transaction ends. */
export async function lockDeviceRow(
  tx: Database,
  deviceId: string,
): Promise<DeviceRow | undefined> {
  const query = tx.selectFrom("devices").selectAll().where("id", "=", deviceId);
  return forUpdate(tx, query).executeTakeFirst();
}

export async function listDeviceRows(
  db: Database,
  deviceIds: readonly string[],
): Promise<DeviceRow[]> {
  return db
    .selectFrom("devices")
    .selectAll()
    .where(idsIn(db, "id", deviceIds))
    .execute();
}

/**
 * Removes devices not seen since a time, except banned ones. Served by devices_seen. @returns
 * number of devices removed
 */
export async function removeDevicesUnseenSince(
  db: Database,
  sinceMs: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom("devices")
    .where("banned_at_ms", "is", null)
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("devices")
        .select("id")
        .where("last_seen_at_ms", "<", sinceMs)
        .where("banned_at_ms", "is", null)
        .orderBy("last_seen_at_ms")
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/**
 * Sets a device's owner unless it has one.
 *
 * One statement, so that only one of two concurrent learners succeeds.
 *
 * @returns whether it had no owner
 */
export async function claimDevice(
  db: Database,
  deviceId: string,
  userId: string,
): Promise<boolean> {
  const result = await db
    .updateTable("devices")
    .set({ user_id: userId })
    .where("id", "=", deviceId)
    .where("user_id", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function updateProfile(
  db: Database,
  deviceId: string,
  columns: ProfileColumns,
): Promise<void> {
  const { platform, app_version, model, time_zone, language, profile_json } = columns;
  await sql`
    update devices set
      platform = coalesce(${platform}, platform),
      app_version = coalesce(${app_version}, app_version),
      model = coalesce(${model}, model),
      time_zone = coalesce(${time_zone}, time_zone),
      language = coalesce(${language}, language),
      profile_json = coalesce(${profile_json}, profile_json)
    where id = ${deviceId}
  `.execute(db);
}
