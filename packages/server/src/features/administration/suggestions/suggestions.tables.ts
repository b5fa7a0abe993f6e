import type { SuggestionStatus } from "@wordloom/contract";
import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    amas_suggestions: SuggestionsTable;
    advisor_whitelist: WhitelistTable;
  }
}

export interface SuggestionsTable {
  id: Generated<number>;
  created_at_ms: number;
  /** The version whose figures the model was shown. */
  based_on_version_hash: string;
  /** The newest version known not to have changed a path of the patch. */
  checked_version_id: number;
  patch_json: string;
  /** Values before the patch was applied, by path; null if it never was. */
  former_json: string | null;
  rationale: string;
  evidence_json: string;
  status: SuggestionStatus;
  /** Day in APP_TIMEZONE on which it was applied without a decision; stays after a rollback. */
  auto_applied_day: string | null;
  decided_by: string | null;
  decided_at_ms: number | null;
  decision_note: string | null;
  cost_usd: number;
  tokens_input: number;
  tokens_output: number;
  confidence: number;
}

/** Bounds that administrators have set: of built-in paths, and of those they have added. */
export interface WhitelistTable {
  path: string;
  min_safe: number;
  max_safe: number;
}
