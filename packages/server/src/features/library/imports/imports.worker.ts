import type { Worker } from "../../../platform/jobs/worker.ts";
import { HOUR_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { removeOldImports, workOnImports } from "./import-work.service.ts";
import { IMPORTS_WORKER } from "./imports.service.ts";

/** Reads the files that learners send, imports their words, and takes them back. */
export const importsWorker: Worker = {
  name: IMPORTS_WORKER,
  schedule: { everyMs: 5_000 },
  // The thread has a time limit of its own.
  runMaxMs: 15 * MINUTE_MS,
  run: (deps, signal, moves = () => {}) => workOnImports(deps, signal, moves),
};

/** Removes files and imports whose time is up. */
export const importsCleanup: Worker = {
  name: "imports_cleanup",
  schedule: { everyMs: HOUR_MS },
  run: (deps, signal) => removeOldImports(deps, signal),
};
