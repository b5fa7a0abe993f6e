declare module "../../../platform/database/tables.ts" {
  interface Tables {
    system_settings: { key: string; value_json: string; updated_at_ms: number };
  }
}

export {};
