import type { Worker } from "../../../platform/jobs/worker.ts";
import { rehearseForecast } from "./goal-forecast.service.ts";

/** Keeps the thread of the forecasts ready, from the start of the service on. */
export const forecastRehearsal: Worker = {
  name: "forecast_rehearsal",
  schedule: { everyMs: 300_000 },
  everywhere: true,
  async run(deps) {
    await rehearseForecast(deps);
  },
};
