import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { drainOutbox, isWorkLeftOver } from "./outbox-drain.service.ts";

/**
 * Applies accepted answers. Woken as they arrive; the schedule covers what a crash or a failed
 * attempt left behind. A crash repeats nothing: an answer and the removal of its outbox row are one
 * transaction.
 */
export const recordsWorker: Worker = {
  name: "records_outbox",
  schedule: { everyMs: 10_000 },
  divided: true,
  run: async (deps, signal) => {
    await drainOutbox(deps, signal);
  },
};

/** Looks more often for what another process, which may have died, accepted and did not apply. */
export const takeoverWorker: Worker = {
  name: "records_takeover",
  schedule: { everyMs: 2_000 },
  divided: true,
  enabled: ({ database }) => dialectOf(database) === "postgres",
  run: async (deps) => {
    if (await isWorkLeftOver(deps)) deps.jobs.wake("records_outbox");
  },
};
