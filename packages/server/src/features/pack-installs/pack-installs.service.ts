import type { PackInstall } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import { isDeviceId } from "../devices/devices.service.ts";
import { insertPackInstall, removePackInstallsBefore } from "./pack-installs.repo.ts";

const REMOVED_AT_ONCE = 1_000;

/**
 * Notes what became of a resource pack.
 *
 * The device is what the learner's app calls itself: it need not be registered, since a pack may be
 * what the app installs first.
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

/** Removes reports that are older, some at a time. @returns how many */
export async function removeOldPackInstalls(
  { database }: Pick<Deps, "database">,
  beforeMs: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const some = await removePackInstallsBefore(database, beforeMs, REMOVED_AT_ONCE);
    removed += some;
    if (some < REMOVED_AT_ONCE) return removed;
  }
}
