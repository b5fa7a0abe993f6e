declare module "../../../platform/database/tables.ts" {
  interface Tables {
    report_snapshots: ReportSnapshotsTable;
  }
}

/** The latest result of a report that takes long, by its name and variant. */
export interface ReportSnapshotsTable {
  report: string;
  variant: string;
  /** The last day of the report, yyyy-MM-dd. */
  day: string;
  computed_at_ms: number;
  content_json: string;
  /** How long it took to compute; null: not known. */
  took_ms: number | null;
}
