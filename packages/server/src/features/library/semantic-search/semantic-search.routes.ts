import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { searchByMeaning } from "./semantic-search.service.ts";

/** Search for words by meaning. */
export const semanticSearchRoutes: RouteModule = (mount, deps) => {
  mount(contract.searchByMeaning, async ({ query, answer }) =>
    answer(200, await searchByMeaning(deps, query.query, query.limit)),
  );
};
