declare module "../../../platform/database/tables.ts" {
  interface Tables {
    user_profiles: { user_id: string; reward_type: RewardTypeName; updated_at_ms: number };
  }
}

export type RewardTypeName = "standard" | "explorer" | "achiever" | "social";
