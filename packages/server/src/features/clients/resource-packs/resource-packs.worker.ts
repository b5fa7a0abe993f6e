import type { Worker } from "../../../platform/jobs/worker.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { removeOldPayloads } from "./pack-changes.service.ts";

/** Runs in each process, because each may have its own folder. */
export const packFileCleanup: Worker = {
  name: "pack_file_cleanup",
  schedule: { everyMs: HOUR_MS },
  everywhere: true,
  run: (deps, signal) => removeOldPayloads(deps, signal),
};
