import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readRequestStats } from "./request-stats.service.ts";

export const requestStatsRoutes: RouteModule = (mount, deps) => {
  mount(contract.readRequestStats, async ({ query, answer }) =>
    answer(200, await readRequestStats(deps, query.window)),
  );
};
