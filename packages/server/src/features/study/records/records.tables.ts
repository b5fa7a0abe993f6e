import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    answer_outbox: AnswerOutboxTable;
  }
}

export interface AnswerOutboxTable {
  seq: Generated<number>;
  user_id: string;
  client_record_id: string;
  draft_json: string;
  accepted_at_ms: number;
  attempts: Generated<number>;
  run_after_ms: number;
  last_error: string | null;
  dead_at_ms: number | null;
}
