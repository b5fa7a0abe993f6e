declare module "../../../platform/database/tables.ts" {
  interface Tables {
    word_confusables: WordConfusablesTable;
  }
}

export interface WordConfusablesTable {
  word_id: string;
  text_folded: string;
  pairs_json: string;
  computed_at_ms: number;
}
