declare module "../../../platform/database/tables.ts" {
  interface Tables {
    word_notes: WordNotesTable;
  }
}

export interface WordNotesTable {
  id: string;
  user_id: string;
  word_id: string;
  content: string;
  created_at_ms: number;
  updated_at_ms: number;
}
