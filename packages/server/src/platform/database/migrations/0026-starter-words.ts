import type { Migration } from "./migration.ts";

/**
 * The words that came with the service, with a fingerprint of each as it was stored: a later
 * version replaces what nobody has changed.
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
