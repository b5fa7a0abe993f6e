declare module "../../../platform/database/tables.ts" {
  interface Tables {
    archive_charges: { user_id: string; charged_at_ms: number };
  }
}

export {};
