import type { Deps } from "../../../deps.ts";
import { readLatestSettings } from "./settings.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "maintenance" | "settings">;

/**
 * Applies the maintenance mode set by another process. Normally that process has already announced
 * it and nothing remains to be done.
 */
export async function followMaintenance(needs: Needs): Promise<void> {
  const { maintenance } = needs;
  const before = maintenance.active;
  const { maintenance_mode } = await readLatestSettings(needs);
  // A change made here meanwhile is newer than the value read.
  if (maintenance.active === before) maintenance.set(maintenance_mode);
}
