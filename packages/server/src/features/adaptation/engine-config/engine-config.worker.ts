import type { Worker } from "../../../platform/jobs/worker.ts";
import { followEngineConfiguration } from "./config-follow.service.ts";

/** Every process follows the newest configuration, no matter which process created it. */
export const engineConfigurationWorker: Worker = {
  name: "engine_configuration",
  schedule: { everyMs: 1_000 },
  everywhere: true,
  run: (deps) => followEngineConfiguration(deps),
};
