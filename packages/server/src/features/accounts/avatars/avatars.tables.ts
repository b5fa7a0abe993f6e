import type { AvatarTypeName } from "../users/users.tables.ts";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    avatar_blobs: AvatarBlobsTable;
  }
}

export interface AvatarBlobsTable {
  user_id: string;
  type: AvatarTypeName;
  /** Hash of `bytes`, lower-case hexadecimal. */
  sha256: string;
  bytes: Uint8Array;
}
