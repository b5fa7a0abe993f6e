declare module "../../../platform/database/tables.ts" {
  interface Tables {
    /** The advisor's running run, on any process. Void after `expires_at_ms`. */
    advisor_runs: { name: "run"; holder: string; expires_at_ms: number };
  }
}

export {};
