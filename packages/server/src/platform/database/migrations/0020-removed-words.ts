import type { Migration } from "./migration.ts";

/**
 * Words removed a moment ago, to be checked for rows that answers in flight wrote about them. A
 * row is deleted after the check; so there are few, and no index beyond the key.
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
