import * as contract from "@wordloom/contract";
import { requireBatch } from "../../platform/batch.ts";
import type { RouteModule } from "../../platform/http/route.ts";
import { processEvent, processEvents } from "./amas-events.service.ts";
import { readPhase, readStrategy, readUserState } from "./amas.service.ts";
import { resetEngineState } from "./engine-states.service.ts";
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

  mount(contract.processEvent, async ({ actor, body, answer }) =>
    answer(200, await processEvent(deps, actor, body)),
  );

  mount(contract.processEventBatch, async ({ actor, body, answer }) => {
    const events = requireBatch(body.events, deps.settings.LIMITS_MAX_BATCH_SIZE);
    const items = await processEvents(deps, actor, events);
    return answer(200, { count: items.length, items });
  });

  mount(contract.listInterventions, async ({ actor, answer }) =>
    answer(200, { interventions: await listInterventions(deps, actor) }),
  );

  mount(contract.reportVisualFatigue, async ({ actor, body, answer }) =>
    answer(200, await reportVisualFatigue(deps, actor, body.score)),
  );

  mount(contract.resetEngine, async ({ actor, answer }) => {
    await resetEngineState(deps, actor.id);
    return answer(200, { reset: true });
  });
};
