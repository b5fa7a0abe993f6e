import { joinSameWords } from "./folded-keys/join-same-words.ts";
import { rewriteKeys } from "./folded-keys/rewrite-keys.ts";
import type { Migration } from "./migration.ts";

/**
 * The keys that words are compared by, now the same for a word in whatever code points. Words that
 * were stored twice for that reason become one; `joined_words` keeps the ids that are gone, because
 * clients may still have answers to them.
 */
export const foldedKeys: Migration = {
  name: "0059-folded-keys",
  statements: [
    `create table joined_words (
      former_id text not null primary key,
      word_id text not null
    ) clustered`,
    `create index joined_words_word on joined_words (word_id)`,
  ],
  work: async (tx, nowMs) => joinSameWords(tx, await rewriteKeys(tx), nowMs),
};
