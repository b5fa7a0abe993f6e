import { MINUTE_MS } from "../../../platform/time/durations.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { LEFTOVERS_WORKER, removeDeadImports } from "./library-imports.service.ts";

/** Cleans up after imports that failed or were killed. */
export const importLeftovers: Worker = {
  name: LEFTOVERS_WORKER,
  schedule: { everyMs: MINUTE_MS },
  run: removeDeadImports,
};
