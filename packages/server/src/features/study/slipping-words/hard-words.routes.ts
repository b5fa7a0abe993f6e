import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listHardWords } from "./hard-words.service.ts";

/** The caller's hard words. */
export const hardWordsRoutes: RouteModule = (mount, deps) => {
  mount(contract.listHardWords, async ({ actor, query, answer }) =>
    answer(200, await listHardWords(deps, actor, query)),
  );
};
