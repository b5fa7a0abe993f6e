import { fillReadingKeys } from "./reading-keys/fill-reading-keys.ts";
import type { Migration } from "./migration.ts";

/**
 * What a search reads of a word beside its folded text and meaning: both without accents, the text
 * also as romaji or pinyin if it can be read so, and the reading in all these forms (see
 * `searchForms`).
 *
 * Null where the folded form says the same, as it does for most words, so that the table hardly
 * grows.
 */
export const readingKeys: Migration = {
  name: "0067-reading-keys",
  statements: [
    "alter table words add column text_keys text",
    "alter table words add column meaning_keys text",
    "alter table words add column reading_keys text",
    // Of the learner's own meaning and reading; an empty key stands for a reading taken away.
    "alter table word_versions add column meaning_keys text",
    "alter table word_versions add column reading_keys text",
  ],
  work: fillReadingKeys,
};
