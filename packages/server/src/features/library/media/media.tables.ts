import type { MediaType } from "@wordloom/contract";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    media: MediaTable;
    media_blobs: MediaBlobsTable;
    media_sources: MediaSourcesTable;
    word_media: WordMediaTable;
  }
}

/** A recording or picture of a learner, or a recording of the library. */
export interface MediaTable {
  id: string;
  /** null: of the library. */
  user_id: string | null;
  /** Of the content. */
  sha256: string;
  name: string;
  mime: MediaType;
  size_bytes: number;
  created_at_ms: number;
}

/** Contents, each once. A trigger removes those that no file has any more. */
export interface MediaBlobsTable {
  /** Lower-case hexadecimal. */
  sha256: string;
  bytes: Uint8Array;
}

/** An address elsewhere from which a recording came, or is to come. */
export interface MediaSourcesTable {
  /** Whose words name it; null: those of the library. */
  user_id: string | null;
  /** Of the address, which may be too long for a key. */
  url_sha256: string;
  /** null: it could not be fetched. */
  media_id: string | null;
  /** Failed so far. */
  tries: number;
  next_at_ms: number;
}

/** The files that the note of a word names. */
export interface WordMediaTable {
  user_id: string;
  word_id: string;
  /** As the note names it. */
  name: string;
  media_id: string;
}
