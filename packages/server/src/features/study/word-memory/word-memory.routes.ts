import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { explainWordMemory } from "./word-memory.service.ts";

/** The memory of one word. */
export const wordMemoryRoutes: RouteModule = (mount, deps) => {
  mount(contract.explainWordMemory, async ({ actor, params, answer }) =>
    answer(200, await explainWordMemory(deps, actor, params.wordId)),
  );
};
