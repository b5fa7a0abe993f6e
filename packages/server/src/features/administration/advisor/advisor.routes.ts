import * as contract from "@wordloom/contract";
import type { RouteModule } from "../../../platform/http/route.ts";
import { readAdvisorConfig, setAdvisorConfig } from "./advisor-config.service.ts";
import { runAdvisor } from "./advisor-run.service.ts";
import { explainParameter, readSpend, testAdvisor } from "./explain.service.ts";

/** Asking the language model for advice about the engine's configuration. */
export const advisorRoutes: RouteModule = (mount, deps) => {
  mount(contract.explainParameter, async ({ body, answer }) =>
    answer(200, await explainParameter(deps, body)),
  );

  mount(contract.readAdvisorSpend, async ({ answer }) => answer(200, await readSpend(deps)));

  mount(contract.runAdvisor, async ({ actor, answer }) =>
    answer(200, await runAdvisor(deps, actor)),
  );

  mount(contract.readAdvisorConfig, async ({ answer }) =>
    answer(200, await readAdvisorConfig(deps)),
  );

  mount(contract.setAdvisorConfig, async ({ actor, body, answer }) =>
    answer(200, await setAdvisorConfig(deps, actor, body)),
  );

  mount(contract.testAdvisor, async ({ answer }) => answer(200, await testAdvisor(deps)));
};
