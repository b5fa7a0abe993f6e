import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    users: UsersTable;
  }
}

export interface UsersTable {
  id: string;
  email: string;
  username: string;
  password_hash: string;
  role: Generated<string>;
  is_banned: Generated<number>;
  failed_logins: Generated<number>;
  locked_until_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number;
  last_login_at_ms: number | null;
  avatar_type: AvatarTypeName | null;
  /** Time of the last request; lags by less than a minute. */
  last_seen_at_ms: Generated<number | null>;
  /** For searching; see `foldName`. */
  username_folded: Generated<string>;
}

export type AvatarTypeName = "png" | "jpg" | "gif" | "webp";
