import type { Import, ImportFileProblem } from "@wordloom/contract";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    imports: ImportsTable;
    import_books: { wordbook_id: string; user_id: string };
    import_changes: ImportChangesTable;
    import_parts: { import_id: string; part: number; bytes: Uint8Array };
  }
}

export interface ImportsTable {
  id: string;
  user_id: string;
  name: string;
  kind: Import["kind"];
  size_bytes: number;
  /** `uploading` while the file arrives, `deleting` while it is taken back: not shown to anyone. */
  state: Import["state"] | "uploading" | "deleting";
  progress: number;
  step: string;
  created_at_ms: number;
  changed_at_ms: number;
  finished_at_ms: number | null;
  error_code: string | null;
  error_message: string | null;
  error_problem: ImportFileProblem | null;
  options_json: string | null;
  preview_json: string | null;
  counts_json: string | null;
  problems_json: string;
  problem_count: number;
  book_ids_json: string;
  /** What an imported deck is worth to its learner. */
  result_json: string | null;
}

/** One thing that an import did. */
export interface ImportChangesTable {
  import_id: string;
  seq: number;
  /** A word, an entry, values of a word, a book, a file; rows of an account; what a deck says. */
  what: "word" | "entry" | "values" | "book" | "media" | "account" | `deck_${string}`;
  /** Empty for a book. */
  word_id: string;
  /** Only of entries and books. */
  wordbook_id: string;
  /** The former values of a word; the id of a file; of an account, what its importer wrote down. */
  before_json: string | null;
}
