import type { Worker } from "../../../platform/jobs/worker.ts";
import { forgetLongGone, noteAlive } from "./instances.service.ts";

/** Each process tells that it is there. */
export const instanceHeartbeat: Worker = {
  name: "instance_heartbeat",
  schedule: { everyMs: 10_000 },
  everywhere: true,
  run: (deps) => noteAlive(deps),
};

export const instanceCleanup: Worker = {
  name: "instance_cleanup",
  schedule: { cron: "50 2 * * *" },
  run: (deps) => forgetLongGone(deps),
};
