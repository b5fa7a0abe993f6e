import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readerOf } from "../words/seen-words.ts";
import { searchByMeaning } from "./semantic-search.service.ts";

/** Search for words by meaning. */
export const semanticSearchRoutes: RouteModule = (mount, deps) => {
  mount(contract.searchByMeaning, async ({ actor, query, answer }) =>
    answer(200, await searchByMeaning(deps, readerOf(actor), query.query, query.limit)),
  );
};
