import type { Generated } from "kysely";
import type { AdminNoticeKind, AdminNoticeSeverity } from "@wordloom/contract";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    admin_notices: AdminNoticesTable;
    admin_notice_reads: { admin_id: string; notice_id: string; read_at_ms: number };
    /** The time of the latest notice of a kind about a subject. */
    admin_notice_marks: { kind: AdminNoticeKind; subject: string; last_at_ms: number };
  }
}

export interface AdminNoticesTable {
  id: string;
  kind: AdminNoticeKind;
  subject: string;
  severity: AdminNoticeSeverity;
  title: string;
  message: string;
  /** A path of the console. */
  link: string | null;
  /** Null in rows that are older than the codes. */
  code: Generated<string | null>;
  args_json: Generated<string | null>;
  created_at_ms: number;
}
