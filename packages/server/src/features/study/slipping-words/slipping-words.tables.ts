declare module "../../../platform/database/tables.ts" {
  interface Tables {
    slip_dismissals: SlipDismissalsTable;
  }
}

/** A dismissed word. It returns when it is missed after that time. */
interface SlipDismissalsTable {
  user_id: string;
  word_id: string;
  dismissed_at_ms: number;
}
