import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readActivity, readFunnel, readRetention } from "./event-audience.service.ts";
import { readOverview, readTrend } from "./event-overview.service.ts";
import { readErrors, readPerf, readTopEvents } from "./event-ranking.service.ts";

/** Analytics of app events, for administrators. */
export const appEventAnalyticsRoutes: RouteModule = (mount, deps) => {
  mount(contract.readAppEventOverview, async ({ query, answer }) =>
    answer(200, await readOverview(deps, query)),
  );
  mount(contract.readAppEventTrend, async ({ query, answer }) =>
    answer(200, await readTrend(deps, query)),
  );
  mount(contract.readTopAppEvents, async ({ query, answer }) =>
    answer(200, await readTopEvents(deps, query)),
  );
  mount(contract.readAppEventErrors, async ({ query, answer }) =>
    answer(200, await readErrors(deps, query)),
  );
  mount(contract.readAppEventPerf, async ({ query, answer }) =>
    answer(200, await readPerf(deps, query)),
  );
  mount(contract.readAppEventFunnel, async ({ query, answer }) =>
    answer(200, await readFunnel(deps, query)),
  );
  mount(contract.readAppEventRetention, async ({ query, answer }) =>
    answer(200, await readRetention(deps, query)),
  );
  mount(contract.readAppEventActivity, async ({ query, answer }) =>
    answer(200, await readActivity(deps, query)),
  );
};
