import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readEngineDashboard } from "./engine-dashboard.service.ts";
import { readLearningDashboard } from "./learning-dashboard.service.ts";
import { readAnswersByHour, readOverview } from "./overview.service.ts";

/** The administrators' dashboards. */
export const dashboardsRoutes: RouteModule = (mount, deps) => {
  mount(contract.readOverviewDashboard, async ({ actor, answer }) =>
    answer(200, await readOverview(deps, actor)),
  );
  mount(contract.readAnswersByHour, async ({ answer }) =>
    answer(200, await readAnswersByHour(deps)),
  );
  mount(contract.readLearningDashboard, async ({ query, answer }) =>
    answer(200, await readLearningDashboard(deps, query.days)),
  );
  mount(contract.readEngineDashboard, async ({ query, answer }) =>
    answer(200, await readEngineDashboard(deps, query.days)),
  );
};
