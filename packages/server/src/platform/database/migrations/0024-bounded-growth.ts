import type { Migration } from "./migration.ts";

/**
 * Limits leftovers: money reserved for calls that died with their process, and used ids of engine
 * events, which are removed by age. llm_usage.reserved_usd is no longer used; it remains because
 * processes of the previous version may still run.
 */
export const boundedGrowth: Migration = {
  name: "0024-bounded-growth",
  statements: [
    `create table llm_reservations (
      id serial_key,
      day text not null,
      usd real not null,
      prompt_tokens integer not null,
      prompt_usd real not null,
      expires_at_ms integer not null
    )`,
    `create index amas_events_time on amas_events (created_at_ms)`,
  ],
};
