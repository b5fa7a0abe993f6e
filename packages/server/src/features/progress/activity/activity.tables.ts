import type { RecordsTable } from "../answers/answers.tables.ts";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    daily_activity: DailyActivityTable;
    /** What imported records add to these totals: for the learner, never for operators. */
    imported_activity: DailyActivityTable;
  }
}

interface DailyActivityTable {
  user_id: string;
  day: string;
  category: RecordsTable["record_type"];
  answers: number;
  correct: number;
  response_time_total_ms: number;
  new_words: number;
  review_words: number;
  mastered_words: number;
  study_ms: number;
}
