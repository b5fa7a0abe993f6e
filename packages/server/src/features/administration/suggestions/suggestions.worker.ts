import type { Worker } from "../../../platform/jobs/worker.ts";
import { expireSuggestions } from "./suggestions.service.ts";
import { supersedeOutdated } from "./superseding.service.ts";

/** Ends suggestions without a decision. */
export const suggestionExpiry: Worker = {
  name: "suggestion_expiry",
  schedule: { cron: "30 2 * * *" },
  async run(deps) {
    const expired = await expireSuggestions(deps);
    if (expired > 0) deps.log.info({ expired }, "the advisor's suggestions have expired");
  },
};

/** Ends suggestions overtaken by the configuration, even while nobody views them. */
export const suggestionFollow: Worker = {
  name: "suggestion_follow",
  schedule: { everyMs: 60_000 },
  run: (deps) => supersedeOutdated(deps),
};
