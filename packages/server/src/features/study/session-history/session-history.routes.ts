import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listSessions, readSession } from "./session-history.service.ts";

/** The learner's session history. */
export const sessionHistoryRoutes: RouteModule = (mount, deps) => {
  mount(contract.listSessions, async ({ actor, query, answer }) =>
    answer(200, await listSessions(deps, actor, query)),
  );

  mount(contract.readSession, async ({ actor, params, answer }) =>
    answer(200, await readSession(deps, actor, params.id)),
  );
};
