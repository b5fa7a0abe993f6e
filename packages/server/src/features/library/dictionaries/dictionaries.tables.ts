import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    dictionaries: DictionariesTable;
    dictionary_parts: { dictionary_seq: number; part: number; bytes: Uint8Array };
    dictionary_entries: DictionaryEntriesTable;
    /** From which dictionary a learner's word was filled. */
    word_sources: { word_id: string; dictionary_seq: number };
  }
}

export interface DictionariesTable {
  seq: Generated<number>;
  id: string;
  /** Of the file. */
  name: string;
  /**
   * `uploading` while the file arrives; `deleting` while it is removed; `gone` where words name it
   * as their source: shown to nobody.
   */
  state: "uploading" | "reading" | "done" | "failed" | "deleting" | "gone";
  /** 1 while parts of the file may be stored. */
  has_file: 0 | 1;
  title: string;
  revision: string;
  attribution: string;
  /** As the operator says; null until the file has been read if the operator does not. */
  language: string | null;
  meaning_language: string | null;
  entries: number;
  size_bytes: number;
  kinds_json: string;
  enabled: 0 | 1;
  position: number;
  progress: number;
  created_at_ms: number;
  changed_at_ms: number;
  finished_at_ms: number | null;
  error_code: string | null;
  error_message: string | null;
  problems_json: string;
  problem_count: number;
}

export interface DictionaryEntriesTable {
  dictionary_seq: number;
  seq: number;
  text_folded: string;
  /** A StoredEntry. */
  entry_json: string;
}
