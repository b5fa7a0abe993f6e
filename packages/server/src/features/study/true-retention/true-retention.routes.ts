import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readTrueRetention } from "./true-retention.service.ts";

/** The caller's true retention. */
export const trueRetentionRoutes: RouteModule = (mount, deps) => {
  mount(contract.readTrueRetention, async ({ actor, query, answer }) =>
    answer(200, await readTrueRetention(deps, actor, query.days)),
  );
};
