import type { Status } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { VERSION } from "../../platform/version.ts";

/**
 * What a client asks first. No version policy can be set yet, so no client is told to move.
 */
export function readStatus({ maintenance }: Pick<Deps, "maintenance">): Status {
  return {
    maintenanceMode: maintenance.active,
    version: VERSION,
    webTargetVersion: null,
    webPwaSilentUpdate: false,
    forceUpgrade: false,
    latestVersion: null,
  };
}
