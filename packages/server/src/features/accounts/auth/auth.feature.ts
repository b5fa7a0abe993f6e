import type { Feature } from "../../../feature.ts";
import { authRoutes } from "./auth.routes.ts";
import { passwordResetCleanup, passwordResetDelivery, sessionCleanup } from "./auth.worker.ts";

/** Sign-in, registration, refresh and password reset of learners. */
export const authFeature: Feature = {
  name: "auth",
  routes: [authRoutes],
  workers: [passwordResetCleanup, passwordResetDelivery, sessionCleanup],
  owns: ["password_reset_requests", "password_resets"],
  reads: ["users"],
  personalTables: [
    { table: "password_resets", column: "user_id" },
    { table: "sessions", column: "account_id" },
  ],
};
