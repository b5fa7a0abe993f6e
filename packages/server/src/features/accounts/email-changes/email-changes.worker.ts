import type { Worker } from "../../../platform/jobs/worker.ts";
import { deliverEmailChanges } from "./email-change-mails.service.ts";
import { EMAIL_CHANGE_MAILS, removeOldEmailChanges } from "./email-changes.service.ts";

/** Sends mail to new and old addresses. Requests wake it; the schedule covers retries. */
export const emailChangeMails: Worker = {
  name: EMAIL_CHANGE_MAILS,
  schedule: { everyMs: 10_000 },
  run: deliverEmailChanges,
};

/** Removes requests older than a day. They are refused anyway; this only frees space. */
export const emailChangeCleanup: Worker = {
  name: "email_change_cleanup",
  schedule: { cron: "40 * * * *" },
  async run(deps) {
    const removed = await removeOldEmailChanges(deps);
    deps.log.debug({ removed }, "old e-mail address changes removed");
  },
};
