declare module "../../../platform/database/tables.ts" {
  interface Tables {
    removed_words: { word_id: string; removed_at_ms: number };
  }
}

export {};
