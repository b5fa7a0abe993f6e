import { drainOutbox } from "../../features/study/records/outbox-drain.service.ts";
import { putInOutbox } from "../../features/study/records/outbox.service.ts";
import { breakWord, mendWord } from "../faults/broken-word.ts";
import type { ScenarioApp } from "../app/scenarios.ts";

/**
 * Word w1 and an accepted answer of learner u1 to it, whose first attempt failed: it waits for its
 * second attempt, which will succeed.
 */
export async function postponeAnswer(app: ScenarioApp): Promise<void> {
  await app.word({ id: "w1" });
  const draft = { wordId: "w1", isCorrect: false, responseTimeMs: 900, clientRecordId: "first" };
  await putInOutbox(app.deps, {
    user_id: app.u1.id,
    client_record_id: draft.clientRecordId,
    draft_json: JSON.stringify(draft),
    accepted_at_ms: app.clock.nowMs(),
    run_after_ms: app.clock.nowMs(),
  });
  await breakWord(app.deps.database, "w1");
  await drainOutbox(app.deps, new AbortController().signal);
  await mendWord(app.deps.database, "w1");
}

/** The reply to a request that would overtake the postponed answer. */
export const notYet = {
  status: 503,
  body: { success: false, code: "UNAVAILABLE" },
  headers: { "retry-after": "1" },
  publishes: [],
} as const;
