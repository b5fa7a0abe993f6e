declare module "../../../platform/database/tables.ts" {
  interface Tables {
    wordbook_center_settings: { user_id: string; url: string | null };
  }
}

export {};
