import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readerOf } from "../words/seen-words.ts";
import { listConfusionPairs } from "./confusables.service.ts";

/** Words that learners easily confuse. */
export const confusablesRoutes: RouteModule = (mount, deps) => {
  mount(contract.listConfusionPairs, async ({ actor, params, query, answer }) =>
    answer(200, await listConfusionPairs(deps, readerOf(actor), params.wordId, query.limit)),
  );
};
