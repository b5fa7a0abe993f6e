declare module "../../../platform/database/tables.ts" {
  interface Tables {
    devices: DevicesTable;
  }
}

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
