import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    word_embeddings: WordEmbeddingsTable;
  }
}

export interface WordEmbeddingsTable {
  seq: Generated<number>;
  word_id: string;
  model: string;
  word_updated_at_ms: number;
  vector: Uint8Array;
}
