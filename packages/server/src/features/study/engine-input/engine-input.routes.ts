import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  resetEngineInOrder,
  processEventInOrder,
  processEventsInOrder,
} from "./engine-input.service.ts";

/**
 * Events and resets. These routes are not part of `amas` because they wait for the outbox of
 * `records`, which itself uses `amas`.
 */
export const engineInputRoutes: RouteModule = (mount, deps) => {
  mount(contract.processEvent, async ({ actor, body, answer }) =>
    answer(200, await processEventInOrder(deps, actor, body)),
  );

  mount(contract.processEventBatch, async ({ actor, body, answer }) => {
    const items = await processEventsInOrder(deps, actor, body.events);
    return answer(200, { count: items.length, items });
  });

  mount(contract.resetEngine, async ({ actor, answer }) => {
    await resetEngineInOrder(deps, actor);
    return answer(200, { reset: true });
  });
};
