import { idleJobs } from "./idle-jobs.ts";
import type { PushedEvent } from "@wordloom/contract";
import { createMetrics } from "../../platform/observability/metrics.ts";
import { storeWords } from "../../features/library/words/word-store.service.ts";
import { openLibraryNeeds } from "./library-needs.ts";

/** The dependencies of learning services: a library of words, and recorded events. */
export async function openLearningNeeds(overrides: Record<string, string> = {}) {
  const library = await openLibraryNeeds(overrides);
  const published: { userId: string; event: PushedEvent }[] = [];
  const woken: string[] = [];
  return {
    ...library,
    metrics: createMetrics(library.clock),
    events: {
      toUser: (userId: string, event: PushedEvent) => void published.push({ userId, event }),
      toDevice: () => undefined,
      toAdmins: () => undefined,
      toAll: () => undefined,
    },
    jobs: { ...idleJobs, wake: (name: string) => void woken.push(name) },
    /** Published events, such as `u1:amas_state`, in order. */
    published: () => published.map(({ userId, event }) => `${userId}:${event.type}`),
    /** Keys of this learner's answers applied from the outbox, in order. */
    appliedKeys: (whose: string) =>
      published.flatMap(({ userId, event }) =>
        userId === whose && event.type === "record_applied" ? event.clientRecordId : [],
      ),
    woken,
    /** Creates words with these ids. */
    async words(...ids: string[]) {
      const drafts = ids.map((id) => ({ id, text: `text ${id}`, meaning: `meaning ${id}` }));
      await storeWords(library, library.database, drafts);
    },
  };
}
