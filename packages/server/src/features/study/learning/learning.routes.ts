import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  completeLearningSession,
  listNextWords,
  listStudyWords,
  startLearningSession,
  syncLearningSession,
} from "./learning.service.ts";

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
    const request = {
      excludeWordIds: body.excludeWordIds,
      masteredWordIds: body.masteredWordIds ?? [],
      performance: body.sessionPerformance ?? {},
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
        events: body.events ?? undefined,
      }),
    ),
  );

  mount(contract.completeSession, async ({ actor, body, answer }) => {
    const { sessionId, events, ...summary } = body;
    const report = { ...summary, events: events ?? undefined };
    return answer(200, await completeLearningSession(deps, actor, sessionId, report));
  });
};
