declare module "../../../platform/database/tables.ts" {
  interface Tables {
    wordbook_imports: WordbookImportsTable;
    wordbook_import_words: { wordbook_id: string; word_id: string; text_folded: string };
  }
}

export interface WordbookImportsTable {
  id: string;
  /** Empty once the book is deleted. */
  wordbook_id: string;
  user_id: string | null;
  remote_id: string | null;
  source_url: string;
  version: string;
  words_imported: number;
  words_skipped: number;
  imported_at_ms: number;
}
