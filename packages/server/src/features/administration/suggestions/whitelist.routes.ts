import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { deleteWhitelistEntry, listWhitelist, setWhitelistEntry } from "./whitelist.service.ts";

/** What the advisor may change. */
export const whitelistRoutes: RouteModule = (mount, deps) => {
  mount(contract.listAdvisorWhitelist, async ({ answer }) =>
    answer(200, { entries: await listWhitelist(deps.database) }),
  );

  mount(contract.setAdvisorWhitelistEntry, async ({ actor, body, answer }) =>
    answer(201, await setWhitelistEntry(deps, actor, body)),
  );

  mount(contract.deleteAdvisorWhitelistEntry, async ({ actor, query, answer }) => {
    await deleteWhitelistEntry(deps, actor, query.path);
    return answer(200, { deleted: true });
  });
};
