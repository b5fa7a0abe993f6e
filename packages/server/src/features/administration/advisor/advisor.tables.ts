declare module "../../../platform/database/tables.ts" {
  interface Tables {
    /** The run of the advisor in progress, on any process; void after `expires_at_ms`. */
    advisor_runs: { name: "run"; holder: string; expires_at_ms: number };
    /** Months (yyyy-MM) of which administrators know that the limit is reached. */
    advisor_budget_alerts: { month: string; created_at_ms: number };
  }
}

export {};
