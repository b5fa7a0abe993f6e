import { readMyStats } from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readUserStats } from "./user-stats.service.ts";

/** The learner's statistics. */
export const userStatsRoutes: RouteModule = (mount, deps) => {
  mount(readMyStats, async ({ actor, answer }) => answer(200, await readUserStats(deps, actor)));
};
