import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { evaluateMastery, readLearningCurve, readRetentionCurve } from "./curves.service.ts";
import { readDashboard } from "./dashboard.service.ts";
import { readForgettingRisk } from "./forgetting-risk.service.ts";

/** Analyses of a learner's history, and predictions from it. */
export const analyticsRoutes: RouteModule = (mount, deps) => {
  mount(contract.readDashboard, async ({ actor, query, answer }) =>
    answer(200, await readDashboard(deps, actor, query)),
  );

  mount(contract.readForgettingRisk, async ({ actor, query, answer }) =>
    answer(200, await readForgettingRisk(deps, actor, query)),
  );

  mount(contract.readLearningCurve, async ({ actor, answer }) =>
    answer(200, await readLearningCurve(deps, actor)),
  );

  mount(contract.readRetentionCurve, async ({ actor, answer }) =>
    answer(200, await readRetentionCurve(deps, actor)),
  );

  mount(contract.evaluateMastery, async ({ actor, query, answer }) =>
    answer(200, await evaluateMastery(deps, actor, query.wordId)),
  );
};
