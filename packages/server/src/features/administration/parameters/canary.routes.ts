import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  beginCanary,
  disableCanary,
  latestCanary,
  previewCanary,
} from "./canary-control.service.ts";

/** The canary of the engine's configuration, for administrators. */
export const canaryRoutes: RouteModule = (mount, deps) => {
  mount(contract.readEngineCanary, async ({ answer }) =>
    answer(200, { canary: await latestCanary(deps) }),
  );

  mount(contract.startEngineCanary, async ({ actor, body, answer }) =>
    answer(200, await beginCanary(deps, actor, body)),
  );

  mount(contract.previewEngineCanary, async ({ body, answer }) =>
    answer(200, await previewCanary(deps, body)),
  );

  mount(contract.disableEngineCanary, async ({ actor, answer }) => {
    await disableCanary(deps, actor);
    return answer(200, { disabled: true });
  });
};
