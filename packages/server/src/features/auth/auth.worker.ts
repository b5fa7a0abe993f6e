import type { Worker } from "../../platform/jobs/worker.ts";
import { removeExpiredSessions, removeSpentPasswordResets } from "./auth-cleanup.repo.ts";

/** Removes sign-ins that are over. They have not let anybody in since; this only frees space. */
export const sessionCleanup: Worker = {
  name: "session_cleanup",
  schedule: { cron: "0 * * * *" },
  async run({ clock, database, log }) {
    const removed = await removeExpiredSessions(database, clock.nowMs());
    log.debug({ removed }, "expired sessions removed");
  },
};

/** Removes reset tokens that were used or have expired. */
export const passwordResetCleanup: Worker = {
  name: "password_reset_cleanup",
  schedule: { cron: "30 * * * *" },
  async run({ clock, database, log }) {
    const removed = await removeSpentPasswordResets(database, clock.nowMs());
    log.debug({ removed }, "spent reset tokens removed");
  },
};
