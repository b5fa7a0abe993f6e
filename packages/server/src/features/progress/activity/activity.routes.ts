import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readEnhancedStatistics, readStatistics } from "./statistics.service.ts";

/** Statistics of the learner's records. */
export const activityRoutes: RouteModule = (mount, deps) => {
  mount(contract.readStatistics, async ({ actor, query, answer }) =>
    answer(200, await readStatistics(deps, actor, query.category)),
  );

  mount(contract.readEnhancedStatistics, async ({ actor, query, answer }) =>
    answer(200, await readEnhancedStatistics(deps, actor, query.category)),
  );
};
