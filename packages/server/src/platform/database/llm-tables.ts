import type { Generated } from "kysely";

/** Amounts of one calendar day in APP_TIMEZONE. */
export interface LlmUsageTable {
  day: string;
  calls: number;
  tokens_input: number;
  tokens_output: number;
  cost_usd: number;
  /** Unused since 0024: each call in progress has a row of llm_reservations. */
  reserved_usd: number;
}

/** A call to the language model in progress; see llm-budget.ts. */
export interface LlmReservationsTable {
  id: Generated<number>;
  day: string;
  /** Maximum cost. */
  usd: number;
  prompt_tokens: number;
  prompt_usd: number;
  expires_at_ms: number;
}
