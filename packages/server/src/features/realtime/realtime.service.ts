import type { Deps } from "../../deps.ts";
import type { Admin, Learner } from "../../platform/actor.ts";
import type { LiveBody, RequestFacts } from "../../platform/http/route.ts";
import { isBanned } from "../devices/devices.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "maintenance">;
type Caller = Pick<RequestFacts, "header">;

/** What a client may say about the device it runs on. */
export interface DeviceNames {
  readonly deviceId?: string | undefined;
  readonly platform?: string | undefined;
}

const DEVICE_NAME_LENGTH_MAX = 128;

/**
 * A learner's stream. Events for devices reach it only when it names a device of this learner;
 * which device that is, headers say before the query does. On a banned device a stream stays open
 * and is told about the ban and maintenance only.
 *
 * @throws AppError RATE_LIMITED when there are too many streams already
 */
export async function followAsLearner(
  needs: Needs,
  actor: Learner,
  caller: Caller,
  named: DeviceNames,
): Promise<LiveBody> {
  const { events, maintenance } = needs;
  const device = await deviceOf(needs, {
    deviceId: caller.header("x-device-id") || named.deviceId,
    platform: caller.header("x-device-platform") || named.platform,
  });
  const { kind, id: accountId, sessionId } = actor;
  return events.open({
    listener: { kind, accountId, sessionId, ...(device && { device }) },
    lastEventId: caller.header("last-event-id"),
    maintenanceActive: maintenance.active,
  });
}

/** @throws AppError RATE_LIMITED when there are too many streams already */
export function followAsAdmin(
  { events, maintenance }: Pick<Deps, "events" | "maintenance">,
  actor: Admin,
  caller: Caller,
): LiveBody {
  const { kind, id: accountId, sessionId } = actor;
  return events.open({
    listener: { kind, accountId, sessionId },
    lastEventId: caller.header("last-event-id"),
    maintenanceActive: maintenance.active,
  });
}

async function deviceOf(needs: Needs, { deviceId, platform }: DeviceNames) {
  if (!deviceId || deviceId.length > DEVICE_NAME_LENGTH_MAX) return undefined;
  const banned = await isBanned(needs, deviceId);
  return { id: deviceId, ...(platform && { platform }), ...(banned && { banned }) };
}
