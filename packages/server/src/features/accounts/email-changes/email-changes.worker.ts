import type { Worker } from "../../../platform/jobs/worker.ts";
import { deliverEmailChanges } from "./email-change-mails.service.ts";
import { EMAIL_CHANGE_MAILS, removeOldEmailChanges } from "./email-changes.service.ts";

/** Writes to new and old addresses. Woken by requests; the schedule is for repeats. */
export const emailChangeMails: Worker = {
  name: EMAIL_CHANGE_MAILS,
  schedule: { everyMs: 10_000 },
  run: deliverEmailChanges,
};

/** Removes requests of more than a day ago. They are refused anyway; this only frees space. */
export const emailChangeCleanup: Worker = {
  name: "email_change_cleanup",
  schedule: { cron: "40 * * * *" },
  async run(deps) {
    const removed = await removeOldEmailChanges(deps);
    deps.log.debug({ removed }, "old changes of addresses removed");
  },
};
