import type { Migration } from "./migration.ts";

/**
 * The last few pauses of a session that were too long to count in full: a JSON list of pairs of
 * times. An answer that is reported late may have been given during one of them.
 */
export const longGaps: Migration = {
  name: "0022-long-gaps",
  statements: [`alter table learning_sessions add column long_gaps_json text`],
};
