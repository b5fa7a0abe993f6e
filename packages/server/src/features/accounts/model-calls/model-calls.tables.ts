declare module "../../../platform/database/tables.ts" {
  interface Tables {
    /** Months (yyyy-MM) for which administrators were notified that the limit is reached. */
    advisor_budget_alerts: { month: string; created_at_ms: number };
  }
}

export {};
