declare module "../../../platform/database/tables.ts" {
  interface Tables {
    word_states: WordStatesTable;
  }
}

export interface WordStatesTable {
  user_id: string;
  word_id: string;
  state: "new" | "learning" | "reviewing" | "mastered" | "forgotten";
  mastery_level: number;
  next_review_at_ms: number | null;
  half_life_hours: number;
  correct_streak: number;
  total_attempts: number;
  stability_days: number;
  last_answer_at_ms: number | null;
  memory_json: string | null;
  created_at_ms: number;
  updated_at_ms: number;
  mastery_edges: string | null;
}
