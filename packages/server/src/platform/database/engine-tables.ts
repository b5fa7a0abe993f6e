import type { Generated } from "kysely";

export interface EngineStatesTable {
  user_id: string;
  state_json: string;
  revision: number;
  updated_at_ms: number;
  batches_json: string | null;
  settle_at_ms: number | null;
}

export interface EngineConfigVersionsTable {
  id: Generated<number>;
  version_hash: string;
  parent_version_hash: string | null;
  content_hash: string;
  snapshot_json: string;
  source: "manual" | "llm_suggested" | "llm_auto";
  author_admin_id: string | null;
  note: string | null;
  created_at_ms: number;
}

/** run_after_ms is null when there is nothing to do. */
export interface EngineFitsTable {
  user_id: string;
  stage: "requested" | "applying" | "done";
  requested_at_ms: number;
  run_after_ms: number | null;
  attempts: number;
  fitted_at_ms: number | null;
  reviews: number | null;
  weights_json: string | null;
  report_json: string | null;
}

export interface EngineEventsTable {
  id: string;
  user_id: string;
  session_id: string;
  event_type: string;
  created_at_ms: number;
  latency_ms: number;
  is_correct: number;
  is_anomaly: number;
  cold_start_phase: string | null;
  reward_value: number;
  attention: number;
  fatigue: number;
  motivation: number;
  confidence: number;
  config_version: string;
  event_json: string;
  experiment_arm: string | null;
}

/** Calls of one part of the engine on one day (UTC). */
export interface EngineCountersTable {
  day: string;
  algorithm: string;
  calls: number;
  total_us: number;
  errors: number;
}

export interface EnginePoliciesTable {
  /** Empty for the policy of all learners without weights of their own. */
  user_id: string;
  basis: string;
  policy_json: string;
  solved_at_ms: number;
}

export interface EngineCanariesTable {
  id: Generated<number>;
  version_hash: string;
  percent: number;
  force_user_ids_json: string;
  min_account_age_days: number | null;
  prefer_active: number;
  web_only: number;
  auto_scale_24h: number;
  status: "active" | "disabled" | "rolled_back";
  started_at_ms: number;
  scaled_at_ms: number;
  ended_at_ms: number | null;
  verdict_json: string | null;
}

export interface EngineArmStatsTable {
  canary_id: number;
  arm: "canary" | "stable";
  answers: number;
  reward_sum: number;
  reward_squares: number;
  anomalies: number;
}

export interface ExperimentsTable {
  id: string;
  name: string;
  status: "running" | "concluded_adopt" | "concluded_reject";
  treatment_patch_json: string;
  primary_metric: string;
  guardrail_metrics_json: string;
  min_sample: number;
  alpha: number;
  mde: number;
  traffic_pct: number;
  started_at_ms: number;
  concluded_at_ms: number | null;
  version_hash: string;
  conclusion_json: string | null;
}

export interface ExperimentArmsTable {
  experiment_id: string;
  user_id: string;
  arm: "control" | "treatment";
  exposed_day: string;
  exposed_at_ms: number;
}
