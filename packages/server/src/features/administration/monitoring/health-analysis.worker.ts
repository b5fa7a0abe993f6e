import type { Worker } from "../../../platform/jobs/worker.ts";
import { reportWeek } from "./week-report.service.ts";

/** Sends administrators a weekly report about the service. */
export const healthAnalysis: Worker = {
  name: "health_analysis",
  schedule: { cron: "0 5 * * 1" },
  run: (deps) => reportWeek(deps),
};
