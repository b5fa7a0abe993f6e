declare module "../../../platform/database/tables.ts" {
  interface Tables {
    engine_fits: EngineFitsTable;
  }
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
