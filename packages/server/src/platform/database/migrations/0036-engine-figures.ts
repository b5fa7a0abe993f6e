import type { Migration } from "./migration.ts";

/**
 * The columns from which figures about decisions are computed, so that the full rows need not be
 * read.
 */
const FIGURES = [
  "event_type",
  "is_correct",
  "is_anomaly",
  "cold_start_phase",
  "experiment_arm",
  "predicted",
  "latency_ms",
  "reward_value",
  "attention",
  "fatigue",
  "motivation",
  "confidence",
].join(", ");

/**
 * Figures of the engine's decisions. predicted is the predicted recall for the answer. The two
 * indexes have the same leading columns as those they replace, and suffice for all figures.
 */
export const engineFigures: Migration = {
  name: "0036-engine-figures",
  statements: [
    `alter table engine_events add column predicted real`,
    `drop index engine_events_time`,
    `drop index engine_events_version`,
    `create index engine_events_time on engine_events (created_at_ms, ${FIGURES})`,
    `create index engine_events_version on engine_events (
      config_version, created_at_ms, is_anomaly, latency_ms, reward_value,
      attention, fatigue, motivation, confidence
    )`,
  ],
  sqlite: [
    `update engine_events set predicted = json_extract(event_json, '$.predictedRecall.answer')`,
  ],
  postgres: [
    `update engine_events
      set predicted = (event_json::jsonb -> 'predictedRecall' ->> 'answer')::double precision`,
  ],
};
