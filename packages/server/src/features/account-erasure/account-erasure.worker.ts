import type { Worker } from "../../platform/jobs/worker.ts";
import { eraseLateRows } from "./account-erasure.service.ts";

/** Each process looks after the accounts that were erased through it. */
export const erasureAftercare: Worker = {
  name: "erasure_aftercare",
  schedule: { everyMs: 60_000 },
  everywhere: true,
  run: eraseLateRows,
};
