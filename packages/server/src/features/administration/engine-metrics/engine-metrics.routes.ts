import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readCalibrationFigures } from "./calibration.service.ts";
import { readAlgorithmDays, readAlgorithmShares, readAlgorithmTotals } from "./counters.service.ts";
import {
  compareVersions,
  latestEvents,
  readAnomalies,
  readKpi,
  readStates,
} from "./decisions.service.ts";
import { readGoalShares } from "./goal-shares.service.ts";

/** Figures of the engine, for administrators. */
export const engineMetricsRoutes: RouteModule = (mount, deps) => {
  mount(contract.readEngineMetrics, async ({ answer }) =>
    answer(200, await readAlgorithmTotals(deps)),
  );
  mount(contract.readEngineTimeseries, async ({ query, answer }) =>
    answer(200, await readAlgorithmDays(deps, query.days)),
  );
  mount(contract.readAlgorithmDistribution, async ({ answer }) =>
    answer(200, await readAlgorithmShares(deps)),
  );
  mount(contract.readEngineKpi, async ({ query, answer }) =>
    answer(200, await readKpi(deps, query.days)),
  );
  mount(contract.readEngineCalibration, async ({ query, answer }) =>
    answer(200, await readCalibrationFigures(deps, query.days)),
  );
  mount(contract.readEngineAnomalies, async ({ query, answer }) =>
    answer(200, await readAnomalies(deps, query.days)),
  );
  mount(contract.readUserStateDistribution, async ({ query, answer }) =>
    answer(200, await readStates(deps, query)),
  );
  mount(contract.readLearnerGoals, async ({ answer }) => answer(200, await readGoalShares(deps)));
  mount(contract.compareEngineVersions, async ({ query, answer }) =>
    answer(200, await compareVersions(deps, query.versionA, query.versionB)),
  );
  mount(contract.listEngineEvents, async ({ query, answer }) =>
    answer(200, await latestEvents(deps, query.limit)),
  );
};
