declare module "../../../platform/database/tables.ts" {
  interface Tables {
    wordbooks: WordbooksTable;
    wordbook_words: WordbookWordsTable;
  }
}

export interface WordbooksTable {
  id: string;
  name: string;
  description: string;
  /** A book that is being imported, or whose import has failed, is not shown to anyone. */
  type: "system" | "user" | "importing" | "discarded";
  user_id: string | null;
  tags_json: string;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface WordbookWordsTable {
  wordbook_id: string;
  word_id: string;
  position: number;
  added_at_ms: number;
}
