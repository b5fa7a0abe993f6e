declare module "../../../platform/database/tables.ts" {
  interface Tables {
    archive_charges: { user_id: string; charged_at_ms: number };
    brought_ids: BroughtIdsTable;
  }
}

/** Rows that came with an archive under an id that was taken here. */
interface BroughtIdsTable {
  user_id: string;
  id: string;
  /** Under which the row was made, in whatever account or service. */
  origin_id: string;
}

export {};
