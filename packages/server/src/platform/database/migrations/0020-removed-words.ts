import type { Migration } from "./migration.ts";

/**
 * Recently removed words, to be checked for rows written by answers that were in flight. A row is
 * deleted after the check, so there are few, and no index besides the key.
 */
export const removedWords: Migration = {
  name: "0020-removed-words",
  statements: [
    `create table removed_words (
      word_id text not null primary key,
      removed_at_ms integer not null
    ) clustered`,
  ],
};
