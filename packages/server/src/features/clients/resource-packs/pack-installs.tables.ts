declare module "../../../platform/database/tables.ts" {
  interface Tables {
    pack_installs: PackInstallsTable;
  }
}

export interface PackInstallsTable {
  id: string;
  user_id: string;
  device_id: string | null;
  pack_id: string;
  version: string;
  outcome: "installed" | "verify_failed" | "rollback" | "download_failed" | "apply_failed";
  app_version: string | null;
  created_at_ms: number;
}
