import type { Feature } from "../../../feature.ts";
import { authRoutes } from "./auth.routes.ts";
import { passwordResetCleanup, passwordResetDelivery, sessionCleanup } from "./auth.worker.ts";
import { ownSignInsRoutes } from "./own-sign-ins.routes.ts";

/** Registration, sign-in, refresh, password reset, and the list of a learner's sign-ins. */
export const authFeature: Feature = {
  name: "auth",
  routes: [authRoutes, ownSignInsRoutes],
  workers: [passwordResetCleanup, passwordResetDelivery, sessionCleanup],
  owns: ["password_reset_requests", "password_resets"],
  reads: ["users"],
  personalTables: [
    { table: "password_resets", column: "user_id" },
    { table: "sessions", column: "account_id" },
  ],
};
