import type { Worker } from "../../../platform/jobs/worker.ts";
import { checkHeartbeats } from "./heartbeats.service.ts";

/** Checks every five seconds for connected devices that have gone silent. */
export const heartbeatWatchdog: Worker = {
  name: "heartbeat_watchdog",
  schedule: { everyMs: 5_000 },
  run: checkHeartbeats,
};
