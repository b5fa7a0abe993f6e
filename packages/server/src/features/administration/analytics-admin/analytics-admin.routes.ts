import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  listActiveUsers,
  listRecords,
  readEngagement,
  readLearning,
} from "./day-reports.service.ts";
import { readHours } from "./hours.service.ts";
import { summarizeKpis } from "./kpi-summary.service.ts";
import { readCohorts } from "./returning.service.ts";
import { rankBooks } from "./book-rank.service.ts";

/** Figures about all learners, for administrators. */
export const analyticsAdminRoutes: RouteModule = (mount, deps) => {
  mount(contract.readEngagement, async ({ query, answer }) =>
    answer(200, await readEngagement(deps, query)),
  );
  mount(contract.readLearningReport, async ({ query, answer }) =>
    answer(200, await readLearning(deps, query)),
  );
  mount(contract.readDailyActiveUsers, async ({ query, answer }) =>
    answer(200, await listActiveUsers(deps, query)),
  );
  mount(contract.readDailyRecords, async ({ query, answer }) =>
    answer(200, await listRecords(deps, query)),
  );
  mount(contract.readHourlyReport, async ({ query, answer }) =>
    answer(200, await readHours(deps, query)),
  );
  mount(contract.rankWordbooks, async ({ query, answer }) =>
    answer(200, await rankBooks(deps, query)),
  );
  mount(contract.readRegistrationCohorts, async ({ query, answer }) =>
    answer(200, await readCohorts(deps, query.weeks)),
  );
  mount(contract.readKpiSummary, async ({ query, answer }) =>
    answer(200, await summarizeKpis(deps, query)),
  );
};
