import type { Generated, Kysely, Transaction } from "kysely";

/**
 * Column types. Times are epoch milliseconds, flags 0 or 1, JSON is text.
 *
 * These are the tables of the platform; each feature adds its own in `x.tables.ts`.
 */
export interface Tables {
  sessions: SessionsTable;
  restores: RestoresTable;
  uncounted_sign_ins: { id: number; attempts: number };
  traffic_notes: {
    kind: string;
    first_at_ms: number;
    last_at_ms: number;
    conditions: string | null;
  };
  llm_reservations: LlmReservationsTable;
  llm_usage: LlmUsageTable;
  job_leases: JobLeasesTable;
  job_run_requests: { worker: string; requested_at_ms: number };
  job_runs: JobRunsTable;
}

/** A handle for statements: the database itself or an open transaction. */
export type Database = Kysely<Tables>;
export type OpenTransaction = Transaction<Tables>;

/** The last restore; see restore-mark.ts. */
interface RestoresTable {
  id: number;
  epoch: string;
  backup_at_ms: number;
  restored_at_ms: number;
}

export interface SessionsTable {
  id: string;
  kind: "learner" | "admin";
  account_id: string;
  refresh_id: string | null;
  previous_refresh_id: string | null;
  rotated_at_ms: number | null;
  created_at_ms: number;
  expires_at_ms: number;
  /** As named by the client; null if it sent none, or signed in before migration 0028. */
  platform: string | null;
  /** Browser or app, and operating system. */
  device_label: string | null;
  /**
   * Of the device that last renewed; see device-note.ts. Null if it sent no id, or before migration
   * 0056.
   */
  device_mark: string | null;
  /** Only for administrators: IP address and User-Agent at sign-in. */
  ip: string | null;
  user_agent: string | null;
  /** Only for administrators: last request, to the minute; null if there was none since sign-in. */
  last_seen_at_ms: number | null;
}

/** Amounts of one calendar day in APP_TIMEZONE. */
interface LlmUsageTable {
  day: string;
  calls: number;
  tokens_input: number;
  tokens_output: number;
  cost_usd: number;
  /** Unused since migration 0024: each call in progress has a row in llm_reservations. */
  reserved_usd: number;
}

/** A call to the language model in progress; see llm-budget.ts. */
interface LlmReservationsTable {
  id: Generated<number>;
  day: string;
  /** Maximum cost. */
  usd: number;
  prompt_tokens: number;
  prompt_usd: number;
  expires_at_ms: number;
}

interface JobLeasesTable {
  worker: string;
  holder: string;
  expires_at_ms: number;
  /** Start of a run that takes longer than some seconds; null if there is none. */
  running_since_ms: Generated<number | null>;
}

interface JobRunsTable {
  id: Generated<number>;
  worker: string;
  started_at_ms: number;
  duration_ms: number;
  outcome: "ok" | "failed" | "timeout";
  error: string | null;
}
