import type { SuspensionReason } from "@wordloom/contract";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    suspended_words: SuspendedWordsTable;
  }
}

/** A word that is not handed out to a learner. */
export interface SuspendedWordsTable {
  user_id: string;
  word_id: string;
  reason: SuspensionReason;
  /** null: until the learner brings it back. */
  until_ms: number | null;
  created_at_ms: number;
}
