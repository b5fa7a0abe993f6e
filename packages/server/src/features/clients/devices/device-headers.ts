import { refuse } from "../../../platform/basics/app-error.ts";
import type { RequestFacts } from "../../../platform/http/route.ts";
import { isDeviceId, deviceHintsOf } from "./device-facts.ts";

/** Required headers of telemetry and app events. */
export interface DeviceHeaders {
  readonly deviceId: string;
  /** In lower case; never `unknown`. */
  readonly platform: string;
  /** At most 64 characters. */
  readonly appVersion: string;
}

/**
 * The device a request comes from, by its three headers.
 *
 * @throws AppError MISSING_DEVICE_ID, INVALID_DEVICE_ID, MISSING_OS, MISSING_APP_VERSION: checked
 *   in this order
 */
export function requireDeviceHeaders(request: Pick<RequestFacts, "header">): DeviceHeaders {
  const deviceId = request.header("x-device-id")?.trim() || refuse("MISSING_DEVICE_ID");
  if (!isDeviceId(deviceId)) refuse("INVALID_DEVICE_ID");
  const { platform, appVersion } = deviceHintsOf((name) => request.header(name));
  return {
    deviceId,
    platform: platform ?? refuse("MISSING_OS"),
    appVersion: appVersion ?? refuse("MISSING_APP_VERSION"),
  };
}
