import type { Feature } from "../../../feature.ts";
import { engineConfigurationWorker } from "./engine-config.worker.ts";

/** Versions of the engine's configuration, and the file that mirrors the active one. */
export const engineConfigFeature: Feature = {
  name: "engine-config",
  workers: [engineConfigurationWorker],
  owns: ["engine_config_versions", "engine_config_trials"],
};
