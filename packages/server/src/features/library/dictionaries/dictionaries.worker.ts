import type { Worker } from "../../../platform/jobs/worker.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { DICTIONARIES_WORKER } from "./dictionaries.service.ts";
import { workOnDictionaries } from "./dictionary-work.service.ts";

/** Reads the dictionaries that administrators send, and removes deleted ones. */
export const dictionariesWorker: Worker = {
  name: DICTIONARIES_WORKER,
  // An upload asks for a run; this one goes on with what a killed process has begun.
  schedule: { everyMs: MINUTE_MS },
  // The thread has a time limit of its own.
  runMaxMs: 15 * MINUTE_MS,
  run: (deps, signal, moves = () => {}) => workOnDictionaries(deps, signal, moves),
};
