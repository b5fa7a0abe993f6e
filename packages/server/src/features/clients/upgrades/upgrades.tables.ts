declare module "../../../platform/database/tables.ts" {
  interface Tables {
    upgrade_policies: UpgradePoliciesTable;
    upgrade_broadcasts: UpgradeBroadcastsTable;
  }
}

export interface UpgradePoliciesTable {
  platform: string;
  min_version: string | null;
  suggested_version: string | null;
  grayscale_pct: number;
  pwa_silent_update: number;
  updated_at_ms: number;
  updated_by: string;
}

/** The latest upgrade broadcast to the devices of a platform, until it is revoked. */
export interface UpgradeBroadcastsTable {
  platform: string;
  below_version: string;
  latest_version: string;
  message: string | null;
  created_at_ms: number;
  created_by: string;
}
