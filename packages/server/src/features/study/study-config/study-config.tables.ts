import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    study_configs: StudyConfigsTable;
  }
}

export interface StudyConfigsTable {
  user_id: string;
  selected_wordbook_ids_json: string;
  daily_word_count: number;
  study_mode: "normal" | "intensive" | "review" | "casual";
  daily_mastery_target: number;
  updated_at_ms: number;
  learning_languages_json: Generated<string>;
}
