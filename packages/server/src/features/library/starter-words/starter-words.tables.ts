declare module "../../../platform/database/tables.ts" {
  interface Tables {
    starter_words: { word_id: string; language: string; fingerprint: string };
  }
}

export {};
