import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    password_resets: PasswordResetsTable;
    password_reset_requests: PasswordResetRequestsTable;
    /**
     * One dummy row, written when a wrong password is not counted, so that the reply takes as long.
     */
  }
}

export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  made_by: "learner" | "admin";
  created_at_ms: number;
  expires_at_ms: number;
  used_at_ms: number | null;
  /** The encrypted open token that a learner requested, see sealed-text.ts. */
  token_sealed: string | null;
}

/** Requests waiting for the worker, including those for addresses without an account. */
export interface PasswordResetRequestsTable {
  id: Generated<number>;
  email: string;
  requested_at_ms: number;
  due_at_ms: number;
}
