import type { Migration } from "./migration.ts";

/** For the number of sessions of all learners by day. */
export const dashboards: Migration = {
  name: "0038-dashboards",
  statements: [`create index learning_sessions_time on learning_sessions (created_at_ms)`],
};
