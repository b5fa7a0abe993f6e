import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readPhase, readStrategy, readUserState } from "./amas.service.ts";
import { listInterventions, reportVisualFatigue } from "./wellbeing.service.ts";

/** The learner's endpoints of the adaptive engine. */
export const amasRoutes: RouteModule = (mount, deps) => {
  mount(contract.readUserState, async ({ actor, answer }) =>
    answer(200, await readUserState(deps, actor)),
  );

  mount(contract.readStrategy, async ({ actor, answer }) =>
    answer(200, await readStrategy(deps, actor.id)),
  );

  mount(contract.readPhase, async ({ actor, answer }) =>
    answer(200, { phase: await readPhase(deps, actor) }),
  );

  mount(contract.listInterventions, async ({ actor, answer }) =>
    answer(200, { interventions: await listInterventions(deps, actor) }),
  );

  mount(contract.reportVisualFatigue, async ({ actor, body, answer }) =>
    answer(200, await reportVisualFatigue(deps, actor, body.score)),
  );
};
