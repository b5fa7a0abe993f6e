import type { Feature } from "../../../feature.ts";
import { restoreWatch } from "./restore-watch.worker.ts";
import { backupWatchdog, dailyBackup } from "./backups.worker.ts";

/** Backups of the service: making, listing and keeping them, and the alarm when they fail. */
export const backupsFeature: Feature = {
  name: "backups",
  workers: [dailyBackup, backupWatchdog, restoreWatch],
  owns: ["backups"],
};
