declare module "../../../platform/database/tables.ts" {
  interface Tables {
    api_keys: ApiKeysTable;
  }
}

/** A replaced secret that works until the given time. */
export interface GraceSecret {
  /** SHA-256 of the whole key, hex. */
  readonly hash: string;
  readonly untilMs: number;
}

export interface ApiKeysTable {
  id: string;
  name: string;
  /** Eight characters of the key, by which it is looked up. */
  prefix: string;
  /** SHA-256 of the whole key, hex. */
  key_hash: string;
  /** Hash of the secret before the last rotation. It works until `previous_until_ms`. */
  previous_hash: string | null;
  previous_until_ms: number | null;
  /** Earlier secrets whose grace period had not ended at the last rotation: `GraceSecret[]`. */
  earlier_json: string;
  /** Separated by commas. */
  scopes: string;
  created_by: string;
  created_at_ms: number;
  /** Original lifetime; null for a key that never expires. */
  life_ms: number | null;
  expires_at_ms: number | null;
  last_used_at_ms: number | null;
  last_used_ip: string | null;
  revoked_at_ms: number | null;
}
