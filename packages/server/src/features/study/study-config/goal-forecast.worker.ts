import type { Worker } from "../../../platform/jobs/worker.ts";
import { ThreadBusyError } from "../../../platform/basics/standing-thread.ts";
import { rehearseForecast } from "./goal-forecast.service.ts";

/** Keeps the forecast thread warm from the start of the service. */
export const forecastRehearsal: Worker = {
  name: "forecast_rehearsal",
  schedule: { everyMs: 300_000 },
  everywhere: true,
  async run(deps) {
    try {
      await rehearseForecast(deps);
    } catch (fault) {
      // Learners are waiting for forecasts, so the thread is already warm.
      if (!(fault instanceof ThreadBusyError)) throw fault;
    }
  },
};
