import type { Generated } from "kysely";
import type { AppEventCategory } from "../app-events/app-events.tables.ts";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    app_event_progress: { id: number; counted_seq: number };
    app_event_counts: AppEventCountsTable;
    app_event_timings: AppEventTimingsTable;
    app_event_errors: AppEventErrorsTable;
    app_event_learner_sets: AppEventLearnerSetsTable;
    app_event_learners: AppEventLearnersTable;
  }
}

interface AppEventCountsTable {
  day: string;
  category: AppEventCategory;
  name: string;
  events: number;
}

/** buckets_json: number, count and sum of milliseconds of each histogram bucket. */
export interface AppEventTimingsTable {
  day: string;
  name: string;
  events: number;
  buckets_json: string;
}

/** sample_seqs_json: the latest events of the group, oldest first. */
interface AppEventErrorsTable {
  day: string;
  name: string;
  signature: string;
  events: number;
  last_at_ms: number;
  sample_seqs_json: string;
}

interface AppEventLearnerSetsTable {
  day: string;
  kind: string;
  members: Uint8Array;
}

interface AppEventLearnersTable {
  no: Generated<number>;
  user_id: string;
  first_day: string;
}
