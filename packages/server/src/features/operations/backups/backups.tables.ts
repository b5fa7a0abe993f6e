declare module "../../../platform/database/tables.ts" {
  interface Tables {
    backups: BackupsTable;
  }
}

/** A backup on a machine's disk. The row is created from its manifest. */
export interface BackupsTable {
  host: string;
  /** File name. */
  name: string;
  kind: string;
  size_bytes: number;
  /** Hash of the database file, hexadecimal; empty without a manifest. */
  sha256: string;
  version: string | null;
  schema_number: number | null;
  /** 1: checked when it was made, and not found damaged since. */
  verified: 0 | 1;
  created_at_ms: number;
  /** Sequence number; 0: made by an earlier release. */
  sequence: number;
}
