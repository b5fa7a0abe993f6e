import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    words: WordsTable;
    /** See migration 0060. */
    added_words: { user_id: string; day: string; count: number };
    /** Words that were merged into another: see migration 0059. */
    joined_words: { former_id: string; word_id: string };
    removed_words: { word_id: string; removed_at_ms: number };
    /** Words that became a learner's own under another id: see migration 0066. */
    moved_words: { user_id: string; former_id: string; word_id: string };
  }
}

export interface WordsTable {
  seq: Generated<number>;
  id: string;
  text: string;
  text_folded: string;
  meaning: string;
  meaning_folded: string;
  /** What a search reads, see migration 0067; null where the folded text says the same. */
  text_keys: string | null;
  meaning_keys: string | null;
  /** null without a reading. */
  reading_keys: string | null;
  pronunciation: string | null;
  part_of_speech: string | null;
  difficulty: number;
  examples_json: string;
  tags_json: string;
  created_at_ms: number;
  updated_at_ms: number;
  language: string;
  meaning_language: string;
  reading: string | null;
  example_meanings_json: string;
  audio_url: string | null;
  /** null: a word of the library; otherwise only this learner sees it. */
  owner_id: string | null;
  /** Of an own word: the library word it was made beside. */
  based_on: string | null;
}
