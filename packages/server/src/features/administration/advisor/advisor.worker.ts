import { AppError } from "../../../platform/basics/app-error.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { runAdvisor } from "./advisor-run.service.ts";
import { advisorCron, followSchedule } from "./advisor-schedule.service.ts";

/** Asks the language model for a suggestion, on the schedule set by administrators. */
export const llmAdvisor: Worker = {
  name: "llm_advisor",
  schedule: { cron: "*/20 * * * *" },
  cronInForce: (deps) => advisorCron(deps),
  async run(deps) {
    try {
      const { produced, suggestionId, reason } = await runAdvisor(deps);
      deps.log.info({ produced, suggestionId, reason }, "the advisor was asked");
    } catch (error) {
      const isSkipped = error instanceof AppError && SKIPPED.has(error.code);
      if (!isSkipped) throw error;
      deps.log.info({ code: error.code }, "the advisor was not asked");
    }
  },
};

/** Reasons to wait for the next run that are not failures. */
const SKIPPED: ReadonlySet<string> = new Set(["BUDGET_EXCEEDED", "WORKER_RUNNING"]);

/** Every process follows the schedule, because any of them may hold the worker's lease. */
export const llmAdvisorFollow: Worker = {
  name: "llm_advisor_follow",
  schedule: { everyMs: 5_000 },
  everywhere: true,
  enabled: ({ settings }) => settings.LLM_ENABLED,
  run: (deps) => followSchedule(deps),
};
