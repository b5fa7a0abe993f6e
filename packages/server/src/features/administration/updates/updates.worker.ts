import { AppError } from "../../../platform/basics/app-error.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { listUrl } from "./release-source.ts";
import { lookForUpdates } from "./update-status.service.ts";

/** Looks for new releases, and announces each once to all streams and administrators. */
export const updateChecker: Worker = {
  name: "update_checker",
  schedule: { cron: "0 * * * *" },
  enabled: (deps) => deps.settings.ENABLE_UPDATE_CHECKER_WORKER && listUrl(deps) !== undefined,
  async run(deps) {
    try {
      await lookForUpdates(deps, ({ channel, tag }) =>
        notifyAdmins(deps, {
          kind: "update_available",
          subject: `${channel}:${tag}`,
          severity: "info",
          code: "update_available",
          args: { version: tag, channel, current: deps.installation.version },
          link: "/updates",
        }),
      );
    } catch (error) {
      // The next run waits as long as the source asked.
      if (!(error instanceof AppError && error.code === "GITHUB_RATE_LIMITED")) throw error;
      deps.log.info({}, "the release source is refusing requests for now");
    }
  },
};
