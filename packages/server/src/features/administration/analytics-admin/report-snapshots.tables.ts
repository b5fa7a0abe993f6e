declare module "../../../platform/database/tables.ts" {
  interface Tables {
    report_snapshots: ReportSnapshotsTable;
  }
}

/** The latest result of a slow report, by its name and variant. */
export interface ReportSnapshotsTable {
  report: string;
  variant: string;
  /** The last day of the report, yyyy-MM-dd. */
  day: string;
  computed_at_ms: number;
  content_json: string;
  /** How long the computation took; null: unknown. */
  took_ms: number | null;
}
