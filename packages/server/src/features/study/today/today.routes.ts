import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readForecast } from "./forecast.service.ts";
import { readToday } from "./today.service.ts";

/** The first screen of the learner app. */
export const todayRoutes: RouteModule = (mount, deps) => {
  mount(contract.readStudyToday, async ({ actor, answer }) =>
    answer(200, await readToday(deps, actor)),
  );

  mount(contract.readStudyForecast, async ({ actor, query, answer }) =>
    answer(200, await readForecast(deps, actor, query.days)),
  );
};
