declare module "../../../platform/database/tables.ts" {
  interface Tables {
    /** Months (yyyy-MM) of which administrators know that the limit is reached. */
    advisor_budget_alerts: { month: string; created_at_ms: number };
  }
}

export {};
