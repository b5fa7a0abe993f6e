import type { Generated } from "kysely";

export type AppEventCategory = "behavior" | "error" | "perf";

/** seq increases in commit order, possibly with gaps; at_ms is the app's time, clamped. */
export interface AppEventsTable {
  seq: Generated<number>;
  device_id: string;
  client_event_id: string;
  user_id: string;
  name: string;
  category: AppEventCategory;
  at_ms: number;
  received_at_ms: number;
  platform: string;
  app_version: string;
  props_json: string | null;
}

export interface AppEventCountsTable {
  day: string;
  category: AppEventCategory;
  name: string;
  events: number;
}

/** buckets_json: number, count and sum of milliseconds of each bucket of the histogram. */
export interface AppEventTimingsTable {
  day: string;
  name: string;
  events: number;
  buckets_json: string;
}

/** sample_seqs_json: the latest events of the group, oldest first. */
export interface AppEventErrorsTable {
  day: string;
  name: string;
  signature: string;
  events: number;
  last_at_ms: number;
  sample_seqs_json: string;
}

export interface AppEventLearnerSetsTable {
  day: string;
  kind: string;
  members: Uint8Array;
}

export interface AppEventLearnersTable {
  no: Generated<number>;
  user_id: string;
  first_day: string;
}
