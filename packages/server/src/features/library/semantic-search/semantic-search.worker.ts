import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { embeddingModel } from "../../../platform/outside/llm/llm.ts";
import { embedWords } from "./embeddings.service.ts";

/** Runs are aborted after five minutes. The next run continues where this one stopped. */
const RUN_MS = 240_000;

/** Creates vectors of new and changed words for semantic search. */
export const wordEmbeddings: Worker = {
  name: "word_embeddings",
  schedule: { everyMs: 600_000 },
  enabled: (deps) => embeddingModel(deps) !== undefined,
  async run(deps, signal) {
    const endMs = deps.clock.monotonicMs() + RUN_MS;
    await embedWords(deps, async () => {
      await yieldToRequests(0);
      return !signal.aborted && deps.clock.monotonicMs() < endMs;
    });
  },
};
