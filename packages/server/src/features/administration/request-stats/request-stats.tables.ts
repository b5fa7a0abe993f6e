declare module "../../../platform/database/tables.ts" {
  interface Tables {
    request_stats: RequestStatsTable;
  }
}

/** Requests of one process in a time span of a minute or a quarter hour. */
export interface RequestStatsTable {
  span_ms: number;
  start_ms: number;
  instance_id: string;
  /** Four `StoredTally` for a minute, one for a longer span. */
  slots_json: string;
  /** `StoredTally` by method and path. */
  routes_json: string;
}
