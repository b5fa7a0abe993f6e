declare module "../../../platform/database/tables.ts" {
  interface Tables {
    records: RecordsTable;
    word_restarts: WordRestartsTable;
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
  /** The import that brought the answer; null for one given here. */
  import_id: string | null;
}

/** A moment at which a word began anew: what was answered before is no part of its memory. */
export interface WordRestartsTable {
  user_id: string;
  word_id: string;
  at_ms: number;
  import_id: string;
}
