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
  /** The version whose figures were shown to the model. */
  based_on_version_hash: string;
  /** The newest version known not to have changed a path of the patch. */
  checked_version_id: number;
  patch_json: string;
  /** Values before the patch was applied, by path; null if it was never applied. */
  former_json: string | null;
  rationale: string;
  evidence_json: string;
  status: SuggestionStatus;
  /** Day in APP_TIMEZONE on which it was applied without a decision. Stays after a rollback. */
  auto_applied_day: string | null;
  decided_by: string | null;
  decided_at_ms: number | null;
  decision_note: string | null;
  cost_usd: number;
  tokens_input: number;
  tokens_output: number;
  confidence: number;
}

/** Bounds set by administrators: of built-in paths, and of added paths. */
export interface WhitelistTable {
  path: string;
  min_safe: number;
  max_safe: number;
}
