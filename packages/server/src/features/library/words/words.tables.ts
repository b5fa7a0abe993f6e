import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    words: WordsTable;
    /** See migration 0060. */
    added_words: { user_id: string; day: string; count: number };
    /** Words that were merged into another: see migration 0059. */
    joined_words: { former_id: string; word_id: string };
    removed_words: { word_id: string; removed_at_ms: number };
  }
}

export interface WordsTable {
  seq: Generated<number>;
  id: string;
  text: string;
  text_folded: string;
  meaning: string;
  meaning_folded: string;
  pronunciation: string | null;
  part_of_speech: string | null;
  difficulty: number;
  examples_json: string;
  tags_json: string;
  created_at_ms: number;
  updated_at_ms: number;
}
