declare module "../../../platform/database/tables.ts" {
  interface Tables {
    engine_states: EngineStatesTable;
    word_ratings: { word_id: string; rating_json: string; updated_at_ms: number };
    amas_events: { user_id: string; client_event_id: string; created_at_ms: number };
  }
}

export interface EngineStatesTable {
  user_id: string;
  state_json: string;
  revision: number;
  updated_at_ms: number;
  batches_json: string | null;
  settle_at_ms: number | null;
}
