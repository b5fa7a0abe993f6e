import type { Deps } from "../../deps.ts";
import { refuse } from "../../platform/app-error.ts";
import { findDevice } from "../devices/devices.service.ts";

/**
 * Asks a connected device for a report. Nothing is kept of it here: the report that answers names
 * the request.
 *
 * @returns the id of the request
 * @throws AppError NOT_FOUND for a device nobody registered, DEVICE_OWNER_UNKNOWN when it is
 *   nobody's, DEVICE_OFFLINE when its owner has no stream open on it
 */
export async function requestTelemetry(
  needs: Pick<Deps, "clock" | "database" | "events" | "ids">,
  deviceId: string,
): Promise<string> {
  const { userId } = (await findDevice(needs, deviceId)) ?? refuse("NOT_FOUND");
  if (userId === null) return refuse("DEVICE_OWNER_UNKNOWN");
  if (!(await needs.events.isOnline(userId, deviceId))) refuse("DEVICE_OFFLINE");
  const requestId = needs.ids.next();
  needs.events.toDevice(userId, deviceId, { type: "telemetry_request", requestId });
  return requestId;
}
