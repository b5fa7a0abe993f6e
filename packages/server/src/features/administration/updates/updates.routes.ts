import * as contract from "@wordloom/contract";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import type { RouteModule } from "../../../platform/http/route.ts";
import { applyUpdate } from "./apply-update.service.ts";
import { planRollback, rollBack } from "./roll-back.service.ts";
import { listUpdates } from "./update-history.service.ts";
import { checkForUpdates, readChangelog, readUpdateStatus } from "./update-status.service.ts";

/** Releases: list, installation, rollback. */
export const updatesRoutes: RouteModule = (mount, deps) => {
  mount(contract.readUpdateStatus, async ({ answer }) => answer(200, await readUpdateStatus(deps)));

  mount(contract.checkForUpdates, async ({ actor, answer }) =>
    answer(200, await checkForUpdates(deps, actor)),
  );

  mount(contract.applyUpdate, async ({ actor, body, answer }) =>
    answer(202, await applyUpdate(deps, actor, body)),
  );

  mount(contract.listUpdates, async ({ answer }) =>
    answer(200, { entries: await listUpdates(deps) }),
  );

  mount(contract.readChangelog, async ({ query, answer }) =>
    answer(200, await readChangelog(deps, query.channel)),
  );

  mount(contract.planRollback, async ({ body, answer }) =>
    answer(200, await planRollback(deps, withoutNullish(body))),
  );

  mount(contract.rollBack, async ({ actor, body, answer }) =>
    answer(202, await rollBack(deps, actor, body)),
  );
};
