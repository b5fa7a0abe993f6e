import { createHash } from "node:crypto";
import { isOlder } from "../../platform/app-version.ts";
import type { ClientApp } from "./client-app.ts";

/** Which versions an operator wants on one platform. */
export interface UpgradePolicy {
  readonly platform: string;
  readonly minVersion: string | null;
  readonly suggestedVersion: string | null;
  /** Share of devices that are told of the suggested version. */
  readonly grayscalePct: number;
  readonly pwaSilentUpdate: boolean;
  readonly updatedAtMs: number;
  readonly updatedBy: string;
}

export type UpgradeHint = "required" | "suggested" | "none";

/** What an app is told about its version. One whose version cannot be read is told nothing. */
export function upgradeHint(policy: UpgradePolicy, app: ClientApp): UpgradeHint {
  const { minVersion, suggestedVersion, grayscalePct } = policy;
  if (minVersion !== null && isOlder(app.version, minVersion) === true) return "required";
  if (suggestedVersion === null || isOlder(app.version, suggestedVersion) !== true) return "none";
  return isInShare(app.deviceId, grayscalePct) ? "suggested" : "none";
}

/** The same devices at every request, and a larger share holds every smaller one. */
function isInShare(deviceId: string | undefined, percent: number): boolean {
  if (percent >= 100) return true;
  if (deviceId === undefined) return false;
  const hash = createHash("sha256").update(deviceId).digest();
  return hash.readUInt32BE(0) % 100 < percent;
}
