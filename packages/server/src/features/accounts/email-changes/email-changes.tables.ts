declare module "../../../platform/database/tables.ts" {
  interface Tables {
    email_changes: EmailChangesTable;
  }
}

/**
 * A learner's latest request to change the address. Without `password_mark` no change waits;
 * `email` and `token_hash` are then those confirmed last.
 */
export interface EmailChangesTable {
  user_id: string;
  /** The new address, in lower case. */
  email: string | null;
  /** Identifies the password used for the request. Another password voids the change. */
  password_mark: string | null;
  /** Set once the mail has been created. */
  token_hash: string | null;
  requested_at_ms: number;
  /** Where the change that waits was requested. */
  ip: string | null;
  session_id: string | null;
  /** When to send the next mail to the new address; null when that is done. */
  confirm_due_at_ms: number | null;
  /** The same for the notice to the old address. */
  notice_due_at_ms: number | null;
  /** Requests since `counted_since_ms`, checked against a limit. */
  counted_since_ms: number;
  requests: number;
}
