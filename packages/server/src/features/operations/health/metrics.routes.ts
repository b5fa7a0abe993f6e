import { readMetrics } from "@wordloom/contract";
import { metricsFor } from "./metrics.service.ts";
import type { RouteModule } from "../../../platform/http/route.ts";

export const metricsRoutes: RouteModule = (mount, deps) => {
  mount(readMetrics, async ({ request, answer }) => answer(200, await metricsFor(deps, request)));
};
