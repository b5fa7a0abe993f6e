declare module "../../../platform/database/tables.ts" {
  interface Tables {
    word_versions: WordVersionsTable;
  }
}

/** A learner's own version of a library word: see migration 0065. */
export interface WordVersionsTable {
  user_id: string;
  word_id: string;
  fields_json: string;
  meaning_folded: string | null;
  /** What a search reads: see migration 0067. */
  meaning_keys: string | null;
  reading_keys: string | null;
  updated_at_ms: number;
}
