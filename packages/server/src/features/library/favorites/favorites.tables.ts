declare module "../../../platform/database/tables.ts" {
  interface Tables {
    word_favorites: { user_id: string; word_id: string; created_at_ms: number };
  }
}

export {};
