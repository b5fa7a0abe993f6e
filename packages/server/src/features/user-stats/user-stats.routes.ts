import { readMyStats } from "@wordloom/contract";
import type { RouteModule } from "../../platform/http/route.ts";
import { readUserStats } from "./user-stats.service.ts";

/** What the caller has learned so far. */
export const userStatsRoutes: RouteModule = (mount, deps) => {
  mount(readMyStats, async ({ actor, answer }) => answer(200, await readUserStats(deps, actor)));
};
