import type { Migration } from "./migration.ts";

/**
 * Pauses of a session that were too long to count in full, the last few: a JSON list of pairs of
 * moments. An answer that is reported late may have been given in one of them.
 */
export const longGaps: Migration = {
  name: "0022-long-gaps",
  statements: [`alter table learning_sessions add column long_gaps_json text`],
};
