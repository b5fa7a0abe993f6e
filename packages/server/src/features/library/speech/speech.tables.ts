declare module "../../../platform/database/tables.ts" {
  interface Tables {
    /** How many new sounds a learner had made on the latest such UTC day. */
    speech_counts: { user_id: string; day: string; count: number };
  }
}

export {};
