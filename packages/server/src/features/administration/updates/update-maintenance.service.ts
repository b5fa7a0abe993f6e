import type { Deps } from "../../../deps.ts";
import {
  readMaintenanceFlag,
  removeMaintenanceFlag,
  writeMaintenanceFlag,
} from "../../../platform/release/update-journal.ts";
import {
  forgetSystemSettings,
  readLatestSettings,
  storeSetting,
} from "../../accounts/settings/settings.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "installation" | "maintenance" | "settings">;

/** Locks learners out for the swap, after storing the previous state of maintenance. */
export async function beginMaintenance(needs: Needs): Promise<void> {
  const { installation, settings } = needs;
  const { maintenance_mode } = await readLatestSettings(needs);
  await writeMaintenanceFlag(installation.disk, settings.DATA_DIR, maintenance_mode);
  await setMaintenance(needs, true);
}

/** Restores the state of maintenance from before an update; does nothing without a flag file. */
export async function endMaintenance(needs: Needs): Promise<void> {
  const { installation, settings } = needs;
  const wasOn = await readMaintenanceFlag(settings.DATA_DIR);
  if (wasOn === undefined) return;
  await setMaintenance(needs, wasOn);
  await removeMaintenanceFlag(installation.disk, settings.DATA_DIR);
}

async function setMaintenance(needs: Needs, active: boolean): Promise<void> {
  await storeSetting(needs.database, "maintenance_mode", active, needs.clock.nowMs());
  forgetSystemSettings(needs);
  needs.maintenance.set(active);
}
