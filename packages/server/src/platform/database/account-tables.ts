import type { Generated } from "kysely";

export interface AdminsTable {
  id: string;
  email: string;
  password_hash: string;
  role: "super_admin" | "admin";
  failed_logins: Generated<number>;
  locked_until_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number;
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
}

export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  made_by: "learner" | "admin";
  created_at_ms: number;
  expires_at_ms: number;
  used_at_ms: number | null;
}

/** Requests that wait for the worker; also for addresses without an account. */
export interface PasswordResetRequestsTable {
  id: Generated<number>;
  email: string;
  requested_at_ms: number;
  due_at_ms: number;
}
