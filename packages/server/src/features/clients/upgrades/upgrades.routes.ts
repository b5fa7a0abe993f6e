import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import {
  broadcastUpgrade,
  listBroadcastsInForce,
  previewBroadcast,
  revokeUpgradeBroadcast,
} from "./upgrade-broadcasts.service.ts";
import { listUpgradePolicies, setUpgradePolicy } from "./upgrade-policies.service.ts";

/** App versions that the operator requires or suggests. */
export const upgradesRoutes: RouteModule = (mount, deps) => {
  mount(contract.listUpgradePolicies, async ({ answer }) =>
    answer(200, {
      policies: await listUpgradePolicies(deps),
      broadcasts: await listBroadcastsInForce(deps),
    }),
  );

  mount(contract.setUpgradePolicy, async ({ actor, params, body, answer }) => {
    await setUpgradePolicy(deps, actor, params.platform, body);
    return answer(200, { ok: true, platform: params.platform });
  });

  mount(contract.broadcastUpgrade, async ({ actor, params, body, answer }) =>
    answer(200, await broadcastUpgrade(deps, actor, params.platform, body)),
  );

  mount(contract.previewUpgradeBroadcast, async ({ params, body, answer }) =>
    answer(200, await previewBroadcast(deps, params.platform, body.belowVersion)),
  );

  mount(contract.revokeUpgradeBroadcast, async ({ actor, params, answer }) =>
    answer(200, await revokeUpgradeBroadcast(deps, actor, params.platform)),
  );
};
