import type { Feature } from "../../../feature.ts";
import { forgettingAlert } from "./reminders.worker.ts";

/** Reminders of overdue words, among those that the learner studies from. */
export const remindersFeature: Feature = {
  name: "reminders",
  workers: [forgettingAlert],
};
