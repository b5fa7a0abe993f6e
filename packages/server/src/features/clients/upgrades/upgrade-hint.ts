import { createHash } from "node:crypto";
import { isOlder } from "../../../platform/basics/app-version.ts";
import type { ClientApp } from "./client-app.ts";

/** The versions required and suggested on one platform. */
export interface UpgradePolicy {
  readonly platform: string;
  readonly minVersion: string | null;
  readonly suggestedVersion: string | null;
  /** Percentage of devices that get the suggestion. */
  readonly grayscalePct: number;
  readonly pwaSilentUpdate: boolean;
  readonly updatedAtMs: number;
  readonly updatedBy: string;
}

export type UpgradeHint = "required" | "suggested" | "none";

/** The hint for an app; undefined if its version cannot be read. */
export function upgradeHint(policy: UpgradePolicy, app: ClientApp): UpgradeHint {
  const { minVersion, suggestedVersion, grayscalePct } = policy;
  if (minVersion !== null && isOlder(app.version, minVersion) === true) return "required";
  if (suggestedVersion === null || isOlder(app.version, suggestedVersion) !== true) return "none";
  return isInShare(app.deviceId, grayscalePct) ? "suggested" : "none";
}

/** Selects the same devices at every request. A larger share includes every smaller one. */
function isInShare(deviceId: string | undefined, percent: number): boolean {
  if (percent >= 100) return true;
  if (deviceId === undefined) return false;
  const hash = createHash("sha256").update(deviceId).digest();
  return hash.readUInt32BE(0) % 100 < percent;
}
