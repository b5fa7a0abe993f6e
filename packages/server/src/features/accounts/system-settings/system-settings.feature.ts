import type { Feature } from "../../../feature.ts";
import { maintenanceFollower } from "./system-settings.worker.ts";

/** Settings that are stored and changed while the service runs; maintenance mode. */
export const systemSettingsFeature: Feature = {
  name: "system-settings",
  workers: [maintenanceFollower],
  owns: ["system_settings", "settings_snapshots"],
};
