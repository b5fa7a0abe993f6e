import { serveTasks } from "../../../platform/basics/serve-tasks.ts";
import { forecastGoals } from "./forecast-goals.ts";

// A learner waits for the first forecast: with its memory given back it takes half as long again.
serveTasks(forecastGoals, { keepsMemory: true });
