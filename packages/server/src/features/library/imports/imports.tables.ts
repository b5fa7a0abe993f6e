import type { Import } from "@wordloom/contract";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    imports: ImportsTable;
    import_parts: { import_id: string; part: number; bytes: Uint8Array };
  }
}

export interface ImportsTable {
  id: string;
  user_id: string;
  name: string;
  kind: Import["kind"];
  size_bytes: number;
  /** `uploading` while the file arrives: not yet an import for anyone. */
  state: Import["state"] | "uploading";
  progress: number;
  step: string;
  created_at_ms: number;
  changed_at_ms: number;
  finished_at_ms: number | null;
  error_code: string | null;
  error_message: string | null;
  options_json: string | null;
  preview_json: string | null;
  counts_json: string | null;
  problems_json: string;
  problem_count: number;
  book_ids_json: string;
}
