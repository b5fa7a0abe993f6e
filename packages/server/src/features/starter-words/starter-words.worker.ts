import { HOUR_MS } from "../../platform/durations.ts";
import type { Worker } from "../../platform/jobs/worker.ts";
import { importStarterWords } from "./starter-import.service.ts";

/**
 * Fills a fresh installation soon after its first start; a worker, so that it happens beside the
 * first requests, on one process only, and again when it failed. Every later run finds it done.
 */
export const starterWordsWorker: Worker = {
  name: "starter_wordbooks",
  schedule: { everyMs: HOUR_MS },
  enabled: ({ settings }) => settings.STARTER_WORDBOOKS,
  async run(deps) {
    await importStarterWords(deps);
  },
};
