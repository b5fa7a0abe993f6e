import * as contract from "@wordloom/contract";
import { requireBatch } from "../../platform/batch.ts";
import type { RouteModule } from "../../platform/http/route.ts";
import { syncProgress } from "../learning-sessions/learning-sessions.service.ts";
import {
  completeLearningSession,
  listNextWords,
  listStudyWords,
  startLearningSession,
} from "./learning.service.ts";

/** Learning sessions, and the words they ask. */
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
    const wish = {
      excludeWordIds: requireBatch(
        body.excludeWordIds,
        LIMITS_MAX_EXCLUDE_WORD_IDS,
        "LEARNING_TOO_MANY_EXCLUDES",
      ),
      masteredWordIds: requireBatch(body.masteredWordIds ?? [], LIMITS_MAX_BATCH_SIZE),
      performance: body.sessionPerformance ?? {},
    };
    return answer(200, await listNextWords(deps, actor, wish));
  });

  mount(contract.syncProgress, async ({ actor, body, answer }) =>
    answer(
      200,
      await syncProgress(deps, actor, {
        sessionId: body.sessionId,
        totalQuestions: body.totalQuestions ?? 0,
        contextShifts: body.contextShifts ?? 0,
      }),
    ),
  );

  mount(contract.completeSession, async ({ actor, body, answer }) =>
    answer(200, await completeLearningSession(deps, actor, body.sessionId, body)),
  );
};
