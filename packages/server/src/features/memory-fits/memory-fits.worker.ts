import type { Worker } from "../../platform/jobs/worker.ts";
import { runNextFit } from "./memory-fits.service.ts";

/** Fits learners' memories one after the other, as many as there are. */
export const memoryFit: Worker = {
  name: "memory_fit",
  schedule: { everyMs: 60_000 },
  async run(deps, signal) {
    while (!signal.aborted && (await runNextFit(deps, signal)));
  },
};
