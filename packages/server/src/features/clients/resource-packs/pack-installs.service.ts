import type { PackInstall } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import { isDeviceId } from "../devices/devices.service.ts";
import { insertPackInstall, removePackInstallsBefore } from "./pack-installs.repo.ts";

/**
 * Records the outcome of a resource pack installation.
 *
 * The device id comes from the app and need not be registered, since a pack may be the first thing
 * an app installs.
 *
 * @throws AppError INVALID_DEVICE_ID
 */
export async function notePackInstall(
  needs: Pick<Deps, "clock" | "database" | "ids">,
  learner: Learner,
  deviceId: string | undefined,
  install: PackInstall,
): Promise<void> {
  if (deviceId && !isDeviceId(deviceId)) refuse("INVALID_DEVICE_ID");
  await insertPackInstall(needs.database, {
    id: needs.ids.next(),
    user_id: learner.id,
    device_id: deviceId || null,
    pack_id: install.packId,
    version: install.version,
    outcome: install.outcome,
    app_version: install.appVersion || null,
    created_at_ms: needs.clock.nowMs(),
  });
}

/** Removes reports from before this time, in steps. @returns number of reports removed */
export async function removeOldPackInstalls(
  { database }: Pick<Deps, "database">,
  beforeMs: number,
  signal: AbortSignal,
): Promise<number> {
  return removeInSteps((limit) => removePackInstallsBefore(database, beforeMs, limit), signal);
}
