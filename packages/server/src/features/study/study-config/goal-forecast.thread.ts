import { serveTasks } from "../../../platform/basics/serve-tasks.ts";
import { forecastGoals } from "./forecast-goals.ts";

// The first learner waits for a forecast. After releasing its memory it takes half as long again.
serveTasks(forecastGoals, { keepsMemory: true });
