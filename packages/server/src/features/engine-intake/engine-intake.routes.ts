import * as contract from "@wordloom/contract";
import { requireBatch } from "../../platform/batch.ts";
import type { RouteModule } from "../../platform/http/route.ts";
import { startEngineOver, takeEvent, takeEvents } from "./engine-intake.service.ts";

/**
 * What learners tell the engine beside their records. A feature apart from the engine's own,
 * because it waits for the outbox, whose answers the engine learns from.
 */
export const engineIntakeRoutes: RouteModule = (mount, deps) => {
  mount(contract.processEvent, async ({ actor, body, answer }) =>
    answer(200, await takeEvent(deps, actor, body)),
  );

  mount(contract.processEventBatch, async ({ actor, body, answer }) => {
    const events = requireBatch(body.events, deps.settings.LIMITS_MAX_BATCH_SIZE);
    const items = await takeEvents(deps, actor, events);
    return answer(200, { count: items.length, items });
  });

  mount(contract.resetEngine, async ({ actor, answer }) => {
    await startEngineOver(deps, actor);
    return answer(200, { reset: true });
  });
};
