declare module "../../../platform/database/tables.ts" {
  interface Tables {
    engine_events: EngineEventsTable;
    engine_counters: EngineCountersTable;
  }
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
  /** Recall predicted for the answer, 0..1; null without a prediction. */
  predicted: number | null;
}

/** Calls of one part of the engine on one day (UTC). */
export interface EngineCountersTable {
  day: string;
  algorithm: string;
  calls: number;
  total_us: number;
  errors: number;
}
