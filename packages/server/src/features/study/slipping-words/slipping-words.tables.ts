declare module "../../../platform/database/tables.ts" {
  interface Tables {
    slip_dismissals: SlipDismissalsTable;
  }
}

/** A word taken off the list; it returns when it is missed after that time. */
interface SlipDismissalsTable {
  user_id: string;
  word_id: string;
  dismissed_at_ms: number;
}
