import type { LearnerAction } from "@wordloom/contract";
import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    activity_log: ActivityLogTable;
  }
}

export interface ActivityLogTable {
  id: Generated<number>;
  user_id: string;
  action: LearnerAction;
  detail_json: string;
  ip: string | null;
  created_at_ms: number;
}
