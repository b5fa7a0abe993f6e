declare module "../../../platform/database/tables.ts" {
  interface Tables {
    release_list: ReleaseListTable;
    release_news: ReleaseNewsTable;
    versions_run: VersionsRunTable;
  }
}

/** The list of releases, as last fetched; one row, with id 1. */
export interface ReleaseListTable {
  id: number;
  /** Address of the source. */
  url: string;
  etag: string | null;
  releases_json: string;
  checked_at_ms: number | null;
  /** The source refuses requests before this time. */
  blocked_until_ms: number | null;
}

/** A release that the worker announced on all streams. */
interface ReleaseNewsTable {
  channel: string;
  tag: string;
  told_at_ms: number;
}

/** A version that has run on this database. */
export interface VersionsRunTable {
  version: string;
  schema_number: number;
  min_reader_schema: number;
  first_run_at_ms: number;
}
