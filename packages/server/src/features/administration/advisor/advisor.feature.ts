import type { Feature } from "../../../feature.ts";
import { advisorRoutes } from "./advisor.routes.ts";
import { llmAdvisor, llmAdvisorFollow } from "./advisor.worker.ts";

/** The language model as advisor on the engine's configuration: evidence, calls, cost, schedule. */
export const advisorFeature: Feature = {
  name: "advisor",
  routes: [advisorRoutes],
  workers: [llmAdvisor, llmAdvisorFollow],
  owns: ["advisor_runs"],
  reads: ["daily_activity", "engine_events"],
};
