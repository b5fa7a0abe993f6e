import type { Generated } from "kysely";

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    admins: AdminsTable;
    first_admin: { slot: number; admin_id: string };
    /** Hashes of the secrets that authorize creating the first administrator. */
    setup_tokens: { sha256: string; created_at_ms: number };
  }
}

export interface AdminsTable {
  id: string;
  email: string;
  password_hash: string;
  role: "super_admin" | "admin";
  failed_logins: Generated<number>;
  locked_until_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number;
}
