import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { acceptStudyAnswers } from "./study-answers.service.ts";

/** Answers given offline. */
export const studyAnswersRoutes: RouteModule = (mount, deps) => {
  mount(contract.submitStudyAnswers, async ({ actor, body, answer }) => {
    const sentAtMs = Date.parse(body.sentAt);
    return answer(200, await acceptStudyAnswers(deps, actor, sentAtMs, body.answers));
  });
};
