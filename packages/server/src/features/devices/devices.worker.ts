import type { Worker } from "../../platform/jobs/worker.ts";
import { DEVICE_FLUSH, flushTouches } from "./device-touches.service.ts";

/** Writes the device use recorded by this process. */
export const deviceFlush: Worker = {
  name: DEVICE_FLUSH,
  schedule: { everyMs: 2_000 },
  everywhere: true,
  atStop: true,
  run: (deps) => flushTouches(deps),
};
