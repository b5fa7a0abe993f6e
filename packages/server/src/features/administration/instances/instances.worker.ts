import type { Worker } from "../../../platform/jobs/worker.ts";
import { forgetLongGone, noteAlive, noteEnd } from "./instances.service.ts";

/** Each process records that it is alive, and at its stop that it has ended. */
export const instanceHeartbeat: Worker = {
  name: "instance_heartbeat",
  schedule: { everyMs: 10_000 },
  everywhere: true,
  atStop: true,
  run: (deps) => (deps.jobs.started ? noteAlive(deps) : noteEnd(deps)),
};

export const instanceCleanup: Worker = {
  name: "instance_cleanup",
  schedule: { cron: "50 2 * * *" },
  run: (deps) => forgetLongGone(deps),
};
