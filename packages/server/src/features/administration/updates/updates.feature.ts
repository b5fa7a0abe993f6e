import type { Feature } from "../../../feature.ts";
import { updatesRoutes } from "./updates.routes.ts";
import { updateChecker } from "./updates.worker.ts";

/** Self-update: the releases there are, installing one, going back to a former one. */
export const updatesFeature: Feature = {
  name: "updates",
  routes: [updatesRoutes],
  workers: [updateChecker],
  owns: ["release_list", "release_news", "versions_run"],
  reads: ["audit_log"],
};
