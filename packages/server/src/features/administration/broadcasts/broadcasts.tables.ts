declare module "../../../platform/database/tables.ts" {
  interface Tables {
    broadcasts: BroadcastsTable;
    broadcast_users: { broadcast_id: string; user_id: string };
  }
}

export type BroadcastStatus = "scheduled" | "sending" | "sent" | "failed" | "canceled";

export interface BroadcastsTable {
  id: string;
  title: string;
  message: string;
  /** The conditions of the audience, without the named learners. */
  audience_json: string;
  status: BroadcastStatus;
  created_by: string;
  /** null: sent at once. */
  scheduled_at_ms: number | null;
  started_at_ms: number | null;
  /** When the last slice was written; 0 if nobody is sending it. */
  touched_at_ms: number;
  finished_at_ms: number | null;
  /** The last learner served, in id order; "" for none. */
  cursor: string;
  /** Number of failed tries. */
  attempts: number;
  sent_count: number;
  /** The final number of readers; null while it may change. */
  read_count: number | null;
  error: string | null;
  created_at_ms: number;
}
