import type { Worker } from "../../../platform/jobs/worker.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { tendAvatarFiles } from "./avatar-upkeep.service.ts";

/** Runs at the start of each process and every hour, because each may have its own folder. */
export const avatarFileUpkeep: Worker = {
  name: "avatar_file_upkeep",
  schedule: { everyMs: HOUR_MS },
  everywhere: true,
  run: (deps, signal) => tendAvatarFiles(deps, signal),
};
