import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listFeedback, createFeedback } from "./feedback.service.ts";

/** Learners' feedback to the operator, and its status. */
export const feedbackRoutes: RouteModule = (mount, deps) => {
  mount(contract.sendFeedback, async ({ actor, body, request, answer }) => {
    const platform = request.header("x-device-platform");
    const device = { platform, appVersion: request.header("x-app-version") };
    return answer(200, await createFeedback(deps, actor, body, device));
  });

  mount(contract.listFeedback, async ({ actor, query, answer }) =>
    answer(200, await listFeedback(deps, actor, query)),
  );
};
