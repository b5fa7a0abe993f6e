import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readStarterSample } from "./starter-sample.service.ts";

/** Starter words for visitors without an account. */
export const starterWordsRoutes: RouteModule = (mount, deps) => {
  mount(contract.readStarterSample, async ({ query, answer }) => {
    // The same for everyone, so that proxies may cache it, too.
    const headers = { "cache-control": "public, max-age=60" };
    return answer(200, await readStarterSample(deps, query), { headers });
  });
};
