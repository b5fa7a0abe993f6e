import type { Worker } from "../../platform/jobs/worker.ts";
import { settleAllBadges } from "./badges.service.ts";
import { remindOfOverdueWords } from "./forgetting.service.ts";
import { removeOldNotifications } from "./notifications.service.ts";
import { reportWeek } from "./weekly-report.service.ts";

/** Reminders of overdue words. What a cut-off run did not reach waits for the next day. */
export const forgettingAlert: Worker = {
  name: "forgetting_alert",
  schedule: { cron: "30 6 * * *" },
  async run(deps, signal) {
    const made = await remindOfOverdueWords(deps, signal);
    deps.log.info({ made }, "reminders of overdue words created");
  },
};

/** How the week was, on Mondays. */
export const weeklyReport: Worker = {
  name: "weekly_report",
  schedule: { cron: "30 6 * * 1" },
  async run(deps, signal) {
    const made = await reportWeek(deps, signal);
    deps.log.info({ made }, "weekly reports created");
  },
};

/**
 * Badges for learners who answered and have not looked since. Which learners those are is known to
 * the process that learned from their answers, so each process sees to its own.
 */
export const badgeAwards: Worker = {
  name: "badge_awards",
  schedule: { everyMs: 30_000 },
  everywhere: true,
  run: async (deps, signal) => void (await settleAllBadges(deps, signal)),
};

/** Removes read notifications after half a year. */
export const notificationCleanup: Worker = {
  name: "notification_cleanup",
  schedule: { cron: "40 2 * * *" },
  async run(deps, signal) {
    const removed = await removeOldNotifications(deps, signal);
    deps.log.debug({ removed }, "old notifications removed");
  },
};
