import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../platform/http/route.ts";
import { processEvent, readPhase, readStrategy, readUserState } from "./amas.service.ts";

/** The adaptive engine as the learner meets it. */
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

  mount(contract.processEvent, async ({ actor, body, answer }) =>
    answer(200, await processEvent(deps, actor, body)),
  );
};
