import { joinSameWords } from "./folded-keys/join-same-words.ts";
import { rewriteKeys } from "./folded-keys/rewrite-keys.ts";
import type { Migration } from "./migration.ts";

/**
 * Recomputes the keys by which words are compared, so that a word has the same key whatever its
 * code points. Words stored twice for that reason are merged; `joined_words` keeps the removed ids,
 * because clients may still have answers to them.
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
