import { parentPort, workerData } from "node:worker_threads";
import { forecastGoals } from "./forecast-goals.ts";
import type { ForecastTask } from "./forecast-wire.ts";

parentPort?.postMessage(forecastGoals(workerData as ForecastTask));
