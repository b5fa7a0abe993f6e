import type { Worker } from "../../../platform/jobs/worker.ts";
import { HOUR_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { fetchRecordings } from "./fetch-recordings.service.ts";
import { removeUnusedMedia } from "./recordings.service.ts";

/** Fetches recordings that words name by their address elsewhere. */
export const recordingsWorker: Worker = {
  name: "recordings",
  schedule: { everyMs: MINUTE_MS },
  run: (deps, signal, moves = () => {}) => fetchRecordings(deps, signal, moves),
};

/** Removes files that no word has named for a week. */
export const mediaUpkeep: Worker = {
  name: "media_upkeep",
  schedule: { everyMs: HOUR_MS },
  run: (deps, signal) => removeUnusedMedia(deps, signal),
};
