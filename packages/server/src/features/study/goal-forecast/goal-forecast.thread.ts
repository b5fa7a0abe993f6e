import { serveTasks } from "../../../platform/basics/serve-tasks.ts";
import { forecastGoals } from "./forecast-goals.ts";

serveTasks(forecastGoals);
