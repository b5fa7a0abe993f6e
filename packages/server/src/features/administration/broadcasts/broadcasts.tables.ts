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
  /** The conditions of the audience, without the learners that it names. */
  audience_json: string;
  status: BroadcastStatus;
  created_by: string;
  /** Null: sent at once. */
  scheduled_at_ms: number | null;
  started_at_ms: number | null;
  /** When the last slice was written; 0 if nobody is at work on it. */
  touched_at_ms: number;
  finished_at_ms: number | null;
  /** The last learner served, in the order of the ids; "" for none. */
  cursor: string;
  /** Tries that have failed. */
  attempts: number;
  sent_count: number;
  /** How many have read it, once this no longer changes. */
  read_count: number | null;
  error: string | null;
  created_at_ms: number;
}
