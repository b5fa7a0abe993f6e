import type { Feature } from "../../../feature.ts";
import { learnerBulkRoutes } from "./learner-bulk.routes.ts";

/** Bans, roles, password resets and deletions of several learners at once. */
export const learnerBulkFeature: Feature = { name: "learner-bulk", routes: [learnerBulkRoutes] };
