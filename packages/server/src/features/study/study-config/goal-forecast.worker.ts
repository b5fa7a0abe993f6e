import type { Worker } from "../../../platform/jobs/worker.ts";
import { ThreadBusyError } from "../../../platform/basics/standing-thread.ts";
import { rehearseForecast } from "./goal-forecast.service.ts";

/** Keeps the thread of the forecasts ready, from the start of the service on. */
export const forecastRehearsal: Worker = {
  name: "forecast_rehearsal",
  schedule: { everyMs: 300_000 },
  everywhere: true,
  async run(deps) {
    try {
      await rehearseForecast(deps);
    } catch (fault) {
      // Learners are waiting for their own: the thread is as ready as it can be.
      if (!(fault instanceof ThreadBusyError)) throw fault;
    }
  },
};
