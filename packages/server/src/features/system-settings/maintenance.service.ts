import type { Deps } from "../../deps.ts";
import { forgetSystemSettings, readSystemSettings } from "./system-settings.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "maintenance" | "settings">;

/**
 * Does what an administrator has set through another process. As a rule it has said so, and there
 * is nothing left to do.
 */
export async function followMaintenance(needs: Needs): Promise<void> {
  const { maintenance } = needs;
  const before = maintenance.active;
  forgetSystemSettings(needs);
  const { maintenance_mode } = await readSystemSettings(needs);
  // What was set here meanwhile is younger than what was read.
  if (maintenance.active === before) maintenance.set(maintenance_mode);
}
