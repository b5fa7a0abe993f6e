import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./api-keys.service.ts";

/** API keys, for super administrators. */
export const apiKeysRoutes: RouteModule = (mount, deps) => {
  mount(contract.listApiKeys, async ({ answer }) => answer(200, { keys: await listApiKeys(deps) }));

  mount(contract.createApiKey, async ({ actor, body, answer }) =>
    answer(201, await createApiKey(deps, actor, body)),
  );

  mount(contract.rotateApiKey, async ({ actor, params, body, answer }) =>
    answer(200, await rotateApiKey(deps, actor, params.id, body.graceMinutes)),
  );

  mount(contract.revokeApiKey, async ({ actor, params, answer }) => {
    await revokeApiKey(deps, actor, params.id);
    return answer(200, { revoked: true, id: params.id });
  });
};
