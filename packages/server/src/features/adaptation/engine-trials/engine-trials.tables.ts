import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    engine_canaries: EngineCanariesTable;
    engine_arm_stats: EngineArmStatsTable;
    experiments: ExperimentsTable;
    experiment_arms: ExperimentArmsTable;
  }
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
  status: "active" | "disabled" | "replaced" | "rolled_back";
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
