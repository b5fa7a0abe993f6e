import type { AuditOutcome, AuditTargetType } from "@wordloom/contract";
import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    audit_log: AuditLogTable;
  }
}

export interface AuditLogTable {
  id: Generated<number>;
  admin_id: string | null;
  action: string;
  target_type: AuditTargetType | null;
  target_id: string | null;
  /** Its name at the time; null for what learners name, and in entries of earlier releases. */
  target_name: Generated<string | null>;
  metadata_json: string;
  /** Address of the caller. */
  ip: Generated<string | null>;
  session_id: Generated<string | null>;
  before_json: Generated<string | null>;
  after_json: Generated<string | null>;
  outcome: AuditOutcome;
  error: string | null;
  from_version: string | null;
  to_version: string | null;
  channel: string | null;
  started_at_ms: number;
  completed_at_ms: number | null;
}
