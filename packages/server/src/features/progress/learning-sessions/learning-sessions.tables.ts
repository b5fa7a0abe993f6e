import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    learning_sessions: LearningSessionsTable;
  }
}

export interface LearningSessionsTable {
  id: string;
  user_id: string;
  status: "active" | "completed";
  target_mastery_count: number;
  total_questions: Generated<number>;
  context_shifts: Generated<number>;
  correct_count: Generated<number>;
  total_count: Generated<number>;
  response_time_total_ms: Generated<number>;
  duration_ms: Generated<number>;
  last_event_at_ms: number;
  summary_json: string | null;
  created_at_ms: number;
  updated_at_ms: number;
  completed_at_ms: number | null;
  long_gaps_json: string | null;
}
