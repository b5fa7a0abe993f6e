import type { Worker } from "../../../platform/jobs/worker.ts";
import { drainOutbox } from "./outbox.service.ts";

/**
 * Applies accepted answers. Woken as they arrive; the schedule covers what a crash or a failed
 * attempt left behind. A crash repeats nothing: an answer and the removal of its outbox row are one
 * transaction.
 */
export const recordsWorker: Worker = {
  name: "records_outbox",
  schedule: { everyMs: 10_000 },
  run: async (deps, signal) => {
    await drainOutbox(deps, signal);
  },
};
