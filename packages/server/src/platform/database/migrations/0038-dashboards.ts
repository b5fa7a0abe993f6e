import type { Migration } from "./migration.ts";

/** For the number of sessions by day, of all learners. */
export const dashboards: Migration = {
  name: "0038-dashboards",
  statements: [`create index learning_sessions_time on learning_sessions (created_at_ms)`],
};
