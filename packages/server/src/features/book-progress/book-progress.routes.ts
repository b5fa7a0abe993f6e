import * as contract from "@wordloom/contract";
import { requireBatch } from "../../platform/batch.ts";
import type { RouteModule } from "../../platform/http/route.ts";
import { readBookProgress } from "./book-progress.service.ts";

/** A learner's progress with wordbooks. */
export const bookProgressRoutes: RouteModule = (mount, deps) => {
  mount(contract.readWordbookProgress, async ({ actor, query, answer }) => {
    const max = deps.settings.LIMITS_MAX_BATCH_SIZE;
    const ids = query.wordbookIds && requireBatch(query.wordbookIds, max, "WORDBOOK_TOO_MANY_IDS");
    return answer(200, await readBookProgress(deps.database, actor, ids));
  });
};
