import type { Feature } from "../../../feature.ts";
import { maintenanceFollower } from "./settings.worker.ts";

/** Settings that are stored and changed while the service runs; maintenance mode. */
export const settingsFeature: Feature = {
  name: "settings",
  workers: [maintenanceFollower],
  owns: ["system_settings", "settings_snapshots"],
  auditTargets: [{ type: "snapshot", table: "settings_snapshots", name: "name" }],
};
