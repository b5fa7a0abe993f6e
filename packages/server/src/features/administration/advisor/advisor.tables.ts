declare module "../../../platform/database/tables.ts" {
  interface Tables {
    /** The run of the advisor in progress, on any process; void after `expires_at_ms`. */
    advisor_runs: { name: "run"; holder: string; expires_at_ms: number };
  }
}

export {};
