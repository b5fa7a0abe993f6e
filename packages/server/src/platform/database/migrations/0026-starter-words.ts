import type { Migration } from "./migration.ts";

/**
 * The words that came with the service, with a fingerprint of each as stored, so that a later
 * version can replace unchanged ones.
 */
export const starterWords: Migration = {
  name: "0026-starter-words",
  statements: [
    `create table starter_words (
      word_id text not null primary key,
      language text not null,
      fingerprint text not null
    ) clustered`,
  ],
};
