import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readBookProgress } from "./book-progress.service.ts";

/** A learner's progress with wordbooks. */
export const bookProgressRoutes: RouteModule = (mount, deps) => {
  mount(contract.readWordbookProgress, async ({ actor, query, answer }) =>
    answer(200, await readBookProgress(deps.database, actor, query.wordbookIds)),
  );
};
