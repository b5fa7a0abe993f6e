import { keep, readKept } from "@wordloom/web/state";

/** Identifies this browser to the service, not a person; lost when site data is cleared. */
export const deviceId: string = readKept("device", "") || makeId();

function makeId(): string {
  const id = crypto.randomUUID();
  keep("device", id);
  return id;
}

export const APP_VERSION = __APP_VERSION__;

/** Sent with every request, for the service's device list and its gates. */
export const deviceHeaders = {
  "x-device-id": deviceId,
  "x-device-platform": "web",
  "x-app-version": APP_VERSION,
} as const;
