import type { Worker } from "../../platform/jobs/worker.ts";
import { drainOutbox } from "./outbox.service.ts";

/**
 * Learns from answers accepted earlier. Woken as they arrive; the schedule catches what a crash or
 * a failed try left behind. A crash in the middle repeats nothing: an answer and the removal of its
 * outbox row are one transaction.
 */
export const recordsWorker: Worker = {
  name: "records_outbox",
  schedule: { everyMs: 10_000 },
  run: async (deps, signal) => {
    await drainOutbox(deps, signal);
  },
};
