declare module "../../../platform/database/tables.ts" {
  interface Tables {
    wordbooks: WordbooksTable;
    wordbook_words: WordbookWordsTable;
    wordbook_history: WordbookHistoryTable;
  }
}

export interface WordbooksTable {
  id: string;
  name: string;
  description: string;
  /** A book that is being imported, or whose import has failed, is shown to nobody. */
  type: "system" | "user" | "importing" | "discarded";
  user_id: string | null;
  tags_json: string;
  created_at_ms: number;
  updated_at_ms: number;
  /** Set by an administrator; null: that of its words. */
  language: string | null;
  meaning_language: string | null;
}

interface WordbookWordsTable {
  wordbook_id: string;
  word_id: string;
  position: number;
  added_at_ms: number;
}

export interface WordbookHistoryTable {
  id: string;
  wordbook_id: string;
  at_ms: number;
  actor_kind: "admin" | "user" | "system";
  /** null for the service itself. */
  actor_id: string | null;
  action: "created" | "renamed" | "words_added" | "words_removed" | "tags" | "imported" | "synced";
  count: number | null;
  detail: string;
}
