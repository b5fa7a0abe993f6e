import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { planExperiment } from "../../adaptation/engine-trials/experiment-plan.service.ts";
import {
  allExperiments,
  beginExperiment,
  endExperimentBy,
  metricsOf,
} from "./experiment-control.service.ts";

/** Experiments with the engine's parameters, for administrators. */
export const experimentsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listExperiments, async ({ query, answer }) =>
    answer(200, await allExperiments(deps, query.status)),
  );

  mount(contract.startExperiment, async ({ actor, body, answer }) =>
    answer(201, await beginExperiment(deps, actor, body)),
  );

  mount(contract.planExperiment, async ({ body, answer }) =>
    answer(200, await planExperiment({ clock: deps.clock, database: deps.reports }, body)),
  );

  mount(contract.readExperimentMetrics, async ({ params, answer }) =>
    answer(200, await metricsOf(deps, params.id)),
  );

  mount(contract.concludeExperiment, async ({ actor, params, body, answer }) =>
    answer(200, await endExperimentBy(deps, actor, params.id, body.adopt)),
  );
};
