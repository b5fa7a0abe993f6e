import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readGoalForecast } from "./goal-forecast.service.ts";

/** The effect of each goal on a learner. */
export const goalForecastRoutes: RouteModule = (mount, deps) => {
  mount(contract.readGoalForecast, async ({ actor, query, answer }) =>
    answer(200, await readGoalForecast(deps, actor, query.ownRecall)),
  );
};
