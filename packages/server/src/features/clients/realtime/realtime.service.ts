import type { Deps } from "../../../deps.ts";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";
import type { RequestFacts } from "../../../platform/http/route.ts";
import type { LiveBody } from "../../../platform/events/live-body.ts";
import { isBanned } from "../devices/devices.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "maintenance">;
type Caller = Pick<RequestFacts, "header">;

/** Device id and platform sent by a client. */
export interface DeviceInfo {
  readonly deviceId?: string | undefined;
  readonly platform?: string | undefined;
}

const DEVICE_ID_LENGTH_MAX = 128;

/**
 * Opens a learner's stream. Events for a device reach it only if it names that device and the
 * device belongs to the learner. Headers take precedence over the query. On a banned device the
 * stream stays open, but carries only the ban and maintenance.
 *
 * @throws AppError RATE_LIMITED when there are too many streams already
 */
export async function followAsLearner(
  needs: Needs,
  actor: Learner,
  caller: Caller,
  query: DeviceInfo,
): Promise<LiveBody> {
  const { events, maintenance } = needs;
  const device = await deviceOf(needs, {
    deviceId: caller.header("x-device-id") || query.deviceId,
    platform: caller.header("x-device-platform") || query.platform,
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

async function deviceOf(needs: Needs, { deviceId, platform }: DeviceInfo) {
  if (!deviceId || deviceId.length > DEVICE_ID_LENGTH_MAX) return undefined;
  const banned = await isBanned(needs, deviceId);
  return { id: deviceId, ...(platform && { platform }), ...(banned && { banned }) };
}
