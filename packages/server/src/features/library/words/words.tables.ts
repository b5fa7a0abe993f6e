import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    words: WordsTable;
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
