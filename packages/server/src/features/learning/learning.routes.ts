import * as contract from "@wordloom/contract";
import { requireBatch } from "../../platform/batch.ts";
import type { RouteModule } from "../../platform/http/route.ts";
import {
  completeLearningSession,
  listNextWords,
  listStudyWords,
  startLearningSession,
  syncLearningSession,
} from "./learning.service.ts";

/** Most events in one report of a running session, and in the last report. */
const SYNC_EVENTS_MAX = 100;
const COMPLETION_EVENTS_MAX = 200;

/** Learning sessions, and the words to study in them. */
export const learningRoutes: RouteModule = (mount, deps) => {
  mount(contract.startSession, async ({ actor, body, answer }) =>
    answer(200, await startLearningSession(deps, actor, body.targetMasteryCount)),
  );

  mount(contract.listStudyWords, async ({ actor, answer }) =>
    answer(200, await listStudyWords(deps, actor)),
  );

  mount(contract.postStudyWords, async ({ actor, answer }) =>
    answer(200, await listStudyWords(deps, actor)),
  );

  mount(contract.listNextWords, async ({ actor, body, answer }) => {
    const { LIMITS_MAX_EXCLUDE_WORD_IDS, LIMITS_MAX_BATCH_SIZE } = deps.settings;
    const performance = body.sessionPerformance ?? {};
    requireBatch(performance.errorProneWordIds ?? [], LIMITS_MAX_BATCH_SIZE);
    const request = {
      excludeWordIds: requireBatch(
        body.excludeWordIds,
        LIMITS_MAX_EXCLUDE_WORD_IDS,
        "LEARNING_TOO_MANY_EXCLUDES",
      ),
      masteredWordIds: requireBatch(body.masteredWordIds ?? [], LIMITS_MAX_BATCH_SIZE),
      performance,
    };
    return answer(200, await listNextWords(deps, actor, request));
  });

  mount(contract.syncProgress, async ({ actor, body, answer }) =>
    answer(
      200,
      await syncLearningSession(deps, actor, {
        sessionId: body.sessionId,
        totalQuestions: body.totalQuestions ?? 0,
        contextShifts: body.contextShifts ?? 0,
        events: requireEvents(body.events, SYNC_EVENTS_MAX),
      }),
    ),
  );

  mount(contract.completeSession, async ({ actor, body, answer }) => {
    const max = deps.settings.LIMITS_MAX_BATCH_SIZE;
    const summary = {
      avgResponseTimeMs: body.avgResponseTimeMs,
      masteredWordIds: requireBatch(body.masteredWordIds, max),
      errorProneWordIds: requireBatch(body.errorProneWordIds, max),
      events: requireEvents(body.events, COMPLETION_EVENTS_MAX),
    };
    return answer(200, await completeLearningSession(deps, actor, body.sessionId, summary));
  });
};

function requireEvents(events: readonly unknown[] | null | undefined, max: number) {
  return events ? requireBatch(events, max, "LEARNING_EVENTS_TOO_LARGE") : undefined;
}
