import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { Device } from "./device-facts.ts";
import { flushTouchesOf } from "./device-touches.service.ts";
import {
  claimDevice,
  findDeviceRow,
  listDeviceRows,
  removeDevicesUnseenSince,
  updateProfile,
  type DeviceRow,
} from "./devices.repo.ts";

export { isBanned } from "./device-bans.service.ts";
export { isDeviceId, deviceHintsOf, type Device } from "./device-facts.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** How long an unused device is kept. */
const UNSEEN_KEPT_MS = 365 * DAY_MS;

/** A device's profile from telemetry. Fields that are null or absent stay unchanged. */
export interface DeviceProfile {
  readonly model?: string | null;
  readonly timeZone?: string | null;
  readonly language?: string | null;
  readonly profileJson?: string | null;
  readonly platform?: string | null;
  readonly appVersion?: string | null;
}

/** A registered device, including its latest requests. */
export async function findDevice(needs: Needs, deviceId: string): Promise<Device | undefined> {
  await flushTouchesOf(needs, deviceId);
  const row = await findDeviceRow(needs.database, deviceId);
  return row && toDevice(row);
}

/** The given devices that are registered, unordered. May not include the latest requests. */
export async function listDevices(
  needs: Pick<Deps, "database">,
  deviceIds: readonly string[],
): Promise<Device[]> {
  return (await listDeviceRows(needs.database, deviceIds)).map(toDevice);
}

/**
 * Removes devices that were not used for a year, in steps. A banned device stays, or its ban would
 * end. A device that comes back is registered again.
 *
 * @returns number of devices removed
 */
export async function removeUnseenDevices(needs: Needs, signal: AbortSignal): Promise<number> {
  const sinceMs = needs.clock.nowMs() - UNSEEN_KEPT_MS;
  return removeInSteps((limit) => removeDevicesUnseenSince(needs.database, sinceMs, limit), signal);
}

/**
 * The caller's own device. With `claim`, a device without an owner becomes the caller's. Of two
 * concurrent learners one succeeds.
 *
 * @throws AppError DEVICE_NOT_REGISTERED if the device is unknown, or has no owner and `claim` is
 *   false; DEVICE_OWNERSHIP_MISMATCH if it is another learner's
 */
export async function requireOwnDevice(
  needs: Needs,
  learner: Pick<Learner, "id">,
  deviceId: string,
  { claim }: { readonly claim: boolean },
): Promise<Device> {
  const device = (await findDevice(needs, deviceId)) ?? refuse("DEVICE_NOT_REGISTERED");
  if (device.userId === learner.id) return device;
  if (device.userId !== null) refuse("DEVICE_OWNERSHIP_MISMATCH");
  if (!claim) refuse("DEVICE_NOT_REGISTERED");
  if (await claimDevice(needs.database, deviceId, learner.id)) {
    return { ...device, userId: learner.id };
  }
  return requireOwnDevice(needs, learner, deviceId, { claim: false });
}

/** Stores a device's profile, for later telemetry that omits it. */
export async function saveDeviceProfile(
  tx: Database,
  deviceId: string,
  profile: DeviceProfile,
): Promise<void> {
  await updateProfile(tx, deviceId, {
    platform: profile.platform ?? null,
    app_version: profile.appVersion ?? null,
    model: profile.model ?? null,
    time_zone: profile.timeZone ?? null,
    language: profile.language ?? null,
    profile_json: profile.profileJson ?? null,
  });
}

export function toDevice(row: DeviceRow): Device {
  return {
    deviceId: row.id,
    userId: row.user_id,
    platform: row.platform,
    appVersion: row.app_version,
    model: row.model,
    timeZone: row.time_zone,
    language: row.language,
    profileJson: row.profile_json,
    firstSeenAtMs: row.first_seen_at_ms,
    lastSeenAtMs: row.last_seen_at_ms,
    bannedAtMs: row.banned_at_ms,
    banReason: row.ban_reason,
    riskReason: row.risk_reason,
    riskFlaggedAtMs: row.risk_flagged_at_ms,
    riskRelatedDevice: row.risk_related_device,
  };
}
