export interface DevicesTable {
  id: string;
  user_id: string | null;
  platform: string;
  app_version: string | null;
  model: string | null;
  time_zone: string | null;
  language: string | null;
  profile_json: string | null;
  fingerprint: string | null;
  fingerprint_coarse: string | null;
  ip: string | null;
  first_seen_at_ms: number;
  last_seen_at_ms: number;
  banned_at_ms: number | null;
  ban_reason: string | null;
  risk_reason: string | null;
  risk_flagged_at_ms: number | null;
  risk_related_device: string | null;
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
