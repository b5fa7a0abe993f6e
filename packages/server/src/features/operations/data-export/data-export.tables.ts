declare module "../../../platform/database/tables.ts" {
  interface Tables {
    data_exports: { user_id: string; charged_at_ms: number };
  }
}

export {};
