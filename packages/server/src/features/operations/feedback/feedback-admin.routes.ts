import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  changeFeedback,
  filterOf,
  listAdminFeedback,
  readFeedback,
  replyToFeedback,
} from "./feedback-admin.service.ts";
import { exportFeedback } from "./feedback-export.service.ts";
import { readFeedbackStats } from "./feedback-stats.service.ts";

/** Administrators' work on feedback. */
export const feedbackAdminRoutes: RouteModule = (mount, deps) => {
  mount(contract.listAdminFeedback, async ({ query, answer }) =>
    answer(200, await listAdminFeedback(deps, query)),
  );

  mount(contract.readFeedbackStats, async ({ answer }) =>
    answer(200, await readFeedbackStats(deps)),
  );

  mount(contract.exportFeedback, async ({ actor, query, answer }) => {
    const { body, extras } = await exportFeedback(deps, actor, filterOf(query));
    return answer(200, body, extras);
  });

  mount(contract.readFeedback, async ({ actor, params, answer }) =>
    answer(200, await readFeedback(deps, actor, params.id)),
  );

  mount(contract.replyToFeedback, async ({ actor, params, body, answer }) =>
    answer(201, await replyToFeedback(deps, actor, params.id, body.body)),
  );

  mount(contract.changeFeedback, async ({ actor, params, body, answer }) =>
    answer(200, await changeFeedback(deps, actor, params.id, body)),
  );
};
