import {
  readDatabaseHealth as readDatabaseHealthEndpoint,
  readHealth as readHealthEndpoint,
  readHealthPanel,
  readLiveness,
  readReadiness as readReadinessEndpoint,
} from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { prefersPage } from "../../../platform/http/accept.ts";
import { healthPage, PAGE_POLICY } from "./health-page.ts";
import { readDatabaseHealth, readHealth, readReadiness } from "./health.service.ts";

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": PAGE_POLICY,
  vary: "accept",
};
const jsonHeaders = { "content-type": "application/json; charset=utf-8", vary: "accept" };

/** How the service is doing, for monitoring programs and for people. Open during maintenance. */
export const healthRoutes: RouteModule = (mount, deps) => {
  mount(readHealthPanel, async ({ request, answer }) => {
    const health = await readHealth(deps);
    const status = statusOf(health);
    return prefersPage(request.header("accept"))
      ? answer(status, healthPage(health), { headers: pageHeaders })
      : answer(status, JSON.stringify(health), { headers: jsonHeaders });
  });

  mount(readHealthEndpoint, async ({ answer }) => {
    const health = await readHealth(deps);
    return answer(statusOf(health), health);
  });

  mount(readLiveness, ({ answer }) => answer(200, { status: "ok" }));

  mount(readReadinessEndpoint, async ({ answer }) => {
    const readiness = await readReadiness(deps);
    return answer(statusOf(readiness), readiness);
  });

  mount(readDatabaseHealthEndpoint, async ({ answer }) =>
    answer(200, await readDatabaseHealth(deps)),
  );
};

function statusOf({ status }: { readonly status: string }): 200 | 503 {
  return status === "down" ? 503 : 200;
}
