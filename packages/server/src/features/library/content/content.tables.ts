declare module "../../../platform/database/tables.ts" {
  interface Tables {
    word_morphemes: { word_id: string; morphemes_json: string; updated_at_ms: number };
    word_model_answers: WordModelAnswersTable;
  }
}

/** A language model's answers about words. `topic` is the subject of the question. */
export interface WordModelAnswersTable {
  word_id: string;
  topic: "etymology" | "contexts";
  text_folded: string;
  answer_json: string;
  model: string;
  created_at_ms: number;
}
