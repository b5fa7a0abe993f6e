import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listConfusionPairs } from "./confusables.service.ts";

/** Words that learners easily confuse. */
export const confusablesRoutes: RouteModule = (mount, deps) => {
  mount(contract.listConfusionPairs, async ({ params, query, answer }) =>
    answer(200, await listConfusionPairs(deps, params.wordId, query.limit)),
  );
};
