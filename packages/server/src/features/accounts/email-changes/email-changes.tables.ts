declare module "../../../platform/database/tables.ts" {
  interface Tables {
    email_changes: EmailChangesTable;
  }
}

/** The latest change of address that a learner asked for; without `email` none waits. */
export interface EmailChangesTable {
  user_id: string;
  /** The new address, in lower case. */
  email: string | null;
  /** Of the password with which it was asked for: another password makes the change void. */
  password_mark: string | null;
  /** Once the mail is made. */
  token_hash: string | null;
  requested_at_ms: number;
  /** When the new address is to be written to next; null when that is over. */
  confirm_due_at_ms: number | null;
  /** The same for the old one, which is told. */
  notice_due_at_ms: number | null;
  /** Requests since `counted_since_ms`, against a limit. */
  counted_since_ms: number;
  requests: number;
}
