import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { listInstances } from "./instances.service.ts";

export const instancesRoutes: RouteModule = (mount, deps) => {
  mount(contract.listInstances, async ({ answer }) =>
    answer(200, { instances: await listInstances(deps) }),
  );
};
