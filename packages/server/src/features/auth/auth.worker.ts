import type { Worker } from "../../platform/jobs/worker.ts";
import { removeExpiredSignIns, removeSpentResets } from "./auth.service.ts";

/** Removes sign-ins that are over. They have not let anybody in since; this only frees space. */
export const sessionCleanup: Worker = {
  name: "session_cleanup",
  schedule: { cron: "0 * * * *" },
  async run(deps) {
    const removed = await removeExpiredSignIns(deps);
    deps.log.debug({ removed }, "expired sessions removed");
  },
};

/** Removes reset tokens that were used or have expired, from the operator's file as well. */
export const passwordResetCleanup: Worker = {
  name: "password_reset_cleanup",
  schedule: { cron: "30 * * * *" },
  async run(deps) {
    const removed = await removeSpentResets(deps);
    deps.log.debug({ removed }, "used and expired reset tokens removed");
  },
};
