import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { drainOutbox, isWorkLeftOver } from "./outbox-drain.service.ts";

/**
 * Applies accepted answers as they arrive. The schedule covers what a crash or a failed attempt
 * left behind. A crash repeats nothing, because an answer and the removal of its outbox row are one
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

/**
 * Checks more often for answers that another process, possibly dead, accepted and did not apply.
 */
export const takeoverWorker: Worker = {
  name: "records_takeover",
  schedule: { everyMs: 2_000 },
  divided: true,
  enabled: ({ database }) => dialectOf(database) === "postgres",
  run: async (deps) => {
    if (await isWorkLeftOver(deps)) deps.jobs.wake("records_outbox");
  },
};
