import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { findDevice } from "../../clients/devices/devices.service.ts";

/**
 * Asks a connected device for a report. The request is not stored: the report names it.
 *
 * @returns the id of the request
 * @throws AppError NOT_FOUND for an unregistered device, DEVICE_OWNER_UNKNOWN when it has no owner,
 *   DEVICE_OFFLINE when the owner has no open stream on it
 */
export async function requestTelemetry(
  needs: Pick<Deps, "clock" | "database" | "events" | "ids">,
  by: Admin,
  deviceId: string,
): Promise<string> {
  const { userId } = (await findDevice(needs, deviceId)) ?? refuse("NOT_FOUND");
  if (userId === null) return refuse("DEVICE_OWNER_UNKNOWN");
  if (!(await needs.events.isOnline(userId, deviceId))) refuse("DEVICE_OFFLINE");
  const requestId = needs.ids.next();
  await transact(needs.database, (tx) =>
    writeAudit(tx, {
      by,
      action: "client.request_telemetry",
      atMs: needs.clock.nowMs(),
      target: { type: "device", id: deviceId },
      metadata: { requestId },
    }),
  );
  needs.events.toDevice(userId, deviceId, { type: "telemetry_request", requestId });
  return requestId;
}
