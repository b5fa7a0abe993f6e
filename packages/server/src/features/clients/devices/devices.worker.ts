import type { Worker } from "../../../platform/jobs/worker.ts";
import { removeUnseenDevices } from "./devices.service.ts";
import { DEVICE_FLUSH, flushTouches } from "./device-touches.service.ts";

/** Writes the device use recorded by this process. */
export const deviceFlush: Worker = {
  name: DEVICE_FLUSH,
  schedule: { everyMs: 2_000 },
  everywhere: true,
  atStop: true,
  run: (deps) => flushTouches(deps),
};

/** Removes devices unused for a year, because a web app gets a new id whenever it is reset. */
export const deviceCleanup: Worker = {
  name: "device_cleanup",
  schedule: { cron: "25 2 * * *" },
  async run(deps, signal) {
    const removed = await removeUnseenDevices(deps, signal);
    deps.log.info({ removed }, "removed devices that were not seen for a year");
  },
};
