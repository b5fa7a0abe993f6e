import type { Feature } from "../../../feature.ts";
import { updatesRoutes } from "./updates.routes.ts";
import { updateChecker } from "./updates.worker.ts";

/** Self-update: available releases, installation, rollback. */
export const updatesFeature: Feature = {
  name: "updates",
  routes: [updatesRoutes],
  workers: [updateChecker],
  owns: ["release_list", "release_news", "versions_run"],
  reads: ["audit_log"],
};
