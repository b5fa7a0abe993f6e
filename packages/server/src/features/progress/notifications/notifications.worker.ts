import type { Worker } from "../../../platform/jobs/worker.ts";
import { removeOldAdminNotices } from "../../accounts/admin-notices/admin-notices.service.ts";
import { awardAllQueuedBadges } from "./badges.service.ts";
import { removeOldNotifications } from "./notifications.service.ts";
import { reportWeek } from "./weekly-report.service.ts";

/** Creates weekly reports on Mondays. */
export const weeklyReport: Worker = {
  name: "weekly_report",
  schedule: { cron: "30 6 * * 1" },
  async run(deps, signal) {
    const created = await reportWeek(deps, signal);
    deps.log.info({ made: created }, "weekly reports created");
  },
};

/**
 * Awards badges to learners who answered and have not read their badges since. Each process queues
 * the learners whose answers it applied, so every process runs this.
 */
export const badgeAwards: Worker = {
  name: "badge_awards",
  schedule: { everyMs: 30_000 },
  everywhere: true,
  run: async (deps, signal) => void (await awardAllQueuedBadges(deps, signal)),
};

/**
 * Removes read notifications after half a year, and administrators' notifications after 90 days.
 */
export const notificationCleanup: Worker = {
  name: "notification_cleanup",
  schedule: { cron: "40 2 * * *" },
  async run(deps, signal) {
    const removed = await removeOldNotifications(deps, signal);
    const ofAdmins = await removeOldAdminNotices(deps, signal);
    deps.log.debug({ removed, ofAdmins }, "old notifications removed");
  },
};
