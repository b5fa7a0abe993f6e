import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { cacheConfusables } from "../../library/confusables/confusables.service.ts";
import { listWordsInUse } from "./words-in-use.repo.ts";

const WORDS_AT_ONCE = 20;
/** Below the job's limit of five minutes. The other words are computed on request. */
const RUN_MS = 240_000;
const WORDS_MAX = 100_000;

/** Once a week: computes confusable words for all words in use, least recently computed first. */
export const confusionPairCache: Worker = {
  name: "confusion_pair_cache",
  schedule: { cron: "0 5 * * 0" },
  async run(deps, signal) {
    const endMs = deps.clock.monotonicMs() + RUN_MS;
    const ids = await listWordsInUse(deps.database, WORDS_MAX);
    for (let at = 0; at < ids.length && !signal.aborted; at += WORDS_AT_ONCE) {
      const startMs = deps.clock.monotonicMs();
      if (startMs >= endMs) break;
      await cacheConfusables(deps, ids.slice(at, at + WORDS_AT_ONCE));
      await yieldToRequests(deps.clock.monotonicMs() - startMs);
    }
  },
};
