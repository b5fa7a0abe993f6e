import type { Worker } from "../../../platform/jobs/worker.ts";
import { sampleResources } from "./resources.service.ts";

export const resourceSampler: Worker = {
  name: "resource_sampler",
  schedule: { everyMs: 60_000 },
  everywhere: true,
  run: (deps) => sampleResources(deps),
};
