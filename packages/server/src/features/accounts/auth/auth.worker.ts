import type { Worker } from "../../../platform/jobs/worker.ts";
import {
  deliverPasswordResets,
  removeExpiredSignIns,
  removeSpentResets,
  RESET_DELIVERY,
} from "./auth.service.ts";

/** Removes expired sign-ins. They are refused anyway; this only frees space. */
export const sessionCleanup: Worker = {
  name: "session_cleanup",
  schedule: { cron: "0 * * * *" },
  async run(deps, signal) {
    const removed = await removeExpiredSignIns(deps, signal);
    deps.log.debug({ removed }, "expired sessions removed");
  },
};

/** Creates and sends requested reset tokens. Requests wake it; the schedule covers retries. */
export const passwordResetDelivery: Worker = {
  name: RESET_DELIVERY,
  schedule: { everyMs: 10_000 },
  run: deliverPasswordResets,
};

/** Removes used and expired reset tokens, also from each process's operator file. */
export const passwordResetCleanup: Worker = {
  name: "password_reset_cleanup",
  schedule: { cron: "30 * * * *" },
  everywhere: true,
  async run(deps) {
    const removed = await removeSpentResets(deps);
    deps.log.debug({ removed }, "used and expired reset tokens removed");
  },
};
