import type { Feature } from "../../../feature.ts";
import { emailChangesRoutes } from "./email-changes.routes.ts";
import { emailChangeCleanup, emailChangeMails } from "./email-changes.worker.ts";

/** Learners' changes of their e-mail address, which the new address confirms. */
export const emailChangesFeature: Feature = {
  name: "email-changes",
  routes: [emailChangesRoutes],
  workers: [emailChangeCleanup, emailChangeMails],
  owns: ["email_changes"],
  personalTables: [{ table: "email_changes", column: "user_id" }],
};
