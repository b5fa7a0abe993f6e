import type { Worker } from "../../../platform/jobs/worker.ts";
import { remindOfOverdueWords } from "./reminders.service.ts";

/** Creates reminders of overdue words. Learners missed by an aborted run wait for the next day. */
export const forgettingAlert: Worker = {
  name: "forgetting_alert",
  schedule: { cron: "30 6 * * *" },
  async run(deps, signal) {
    const created = await remindOfOverdueWords(deps, signal);
    deps.log.info({ made: created }, "reminders of overdue words created");
  },
};
