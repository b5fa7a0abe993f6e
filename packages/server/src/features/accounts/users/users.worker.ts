import type { Worker } from "../../../platform/jobs/worker.ts";
import { flushLastSeen } from "./last-seen.service.ts";

/** Writes when learners were last seen by this process. */
export const lastSeenFlush: Worker = {
  name: "last_seen_flush",
  schedule: { everyMs: 15_000 },
  everywhere: true,
  atStop: true,
  run: (deps) => flushLastSeen(deps),
};
