import { HOUR_MS } from "../../../platform/time/durations.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { importStarterWords } from "./starter-import.service.ts";
import { buildStarterWords } from "./build-starter-words.ts";

/**
 * Adds the starter words soon after the first start. As a worker it runs alongside requests, in one
 * process only, and is retried after a failure. Later runs do nothing.
 */
export const starterWordsWorker: Worker = {
  name: "starter_wordbooks",
  schedule: { everyMs: HOUR_MS },
  enabled: ({ settings }) => settings.STARTER_WORDBOOKS,
  async run(deps) {
    await importStarterWords(deps, buildStarterWords);
  },
};
