declare module "../../../platform/database/tables.ts" {
  interface Tables {
    learner_goals: LearnerGoalsTable;
  }
}

/** No row: the default, balanced. */
export interface LearnerGoalsTable {
  user_id: string;
  goal: "remember_most" | "balanced" | "learn_fastest" | "own_recall";
  /** The last one chosen; kept while another goal is selected. */
  own_recall: number | null;
  updated_at_ms: number;
}
