declare module "../../../platform/database/tables.ts" {
  interface Tables {
    records: RecordsTable;
  }
}

export interface RecordsTable {
  id: string;
  user_id: string;
  word_id: string;
  is_correct: number;
  response_time_ms: number;
  session_id: string | null;
  record_type: "learning" | "review" | "all";
  self_rating: number | null;
  question_mode:
    "word-to-meaning" | "meaning-to-word" | "audio-to-meaning" | "meaning-to-spelling" | null;
  client_record_id: string | null;
  details_json: string | null;
  created_at_ms: number;
}
