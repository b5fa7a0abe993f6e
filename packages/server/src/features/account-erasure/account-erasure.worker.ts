import type { Worker } from "../../platform/jobs/worker.ts";
import { eraseLateRows } from "./account-erasure.service.ts";

/** Each process re-checks the accounts it has erased. */
export const erasureAftercare: Worker = {
  name: "erasure_aftercare",
  schedule: { everyMs: 60_000 },
  everywhere: true,
  run: eraseLateRows,
};
