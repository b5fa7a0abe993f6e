import { z } from "zod";
import type { Settings } from "../../../platform/settings/settings.ts";

/**
 * Settings that administrators may change while the service runs: name as stored and shown →
 * schema.
 *
 * A stored value takes precedence over the environment; without one, `defaultSettings` applies.
 */
const storedSchemas = {
  max_users: z.number().int().min(1).max(1_000_000),
  registration_enabled: z.boolean(),
  maintenance_mode: z.boolean(),
  default_daily_words: z.number().int().min(1).max(200),
  llm_advisor_max_cost_per_month_yuan: z.number().min(1).max(10_000),
  llm_advisor_enabled: z.boolean(),
  llm_advisor_model: z.string(),
  llm_advisor_cron: z.string(),
  amas_auto_apply_enabled: z.union([z.literal(0), z.literal(1)]),
  amas_auto_apply_max_per_day: z.number().int().min(0).max(20),
  amas_auto_apply_min_confidence: z.number().min(0).max(1),
  wordbook_center_url: z.string(),
  canary_reward_drop_threshold: z.number().min(0).max(1),
  canary_anomaly_rise_threshold: z.number().min(0).max(1),
  min_client_version: z.string(),
  version_gate_enabled: z.boolean(),
  access_token_hours: z.number().positive(),
  refresh_token_days: z.number().positive(),
  admin_token_hours: z.number().positive(),
  admin_remember_days: z.number().positive(),
} as const satisfies Record<string, z.ZodType>;

type Schemas = typeof storedSchemas;
export type StoredSettingName = keyof Schemas;
export type SystemSettings = { readonly [Name in StoredSettingName]: z.output<Schemas[Name]> };

type Environment = Pick<
  Settings,
  | "JWT_EXPIRES_IN_HOURS"
  | "REFRESH_TOKEN_EXPIRES_IN_HOURS"
  | "ADMIN_JWT_EXPIRES_IN_HOURS"
  | "ADMIN_REMEMBER_EXPIRES_IN_HOURS"
  | "ENABLE_LLM_ADVISOR_WORKER"
  | "LLM_MAX_COST_PER_MONTH_YUAN"
  | "LLM_MODEL"
>;

/** The values that apply until an administrator changes them. */
export function defaultSettings(environment: Environment): SystemSettings {
  return {
    max_users: 10_000,
    registration_enabled: true,
    maintenance_mode: false,
    default_daily_words: 20,
    llm_advisor_max_cost_per_month_yuan: environment.LLM_MAX_COST_PER_MONTH_YUAN,
    llm_advisor_enabled: environment.ENABLE_LLM_ADVISOR_WORKER,
    llm_advisor_model: environment.LLM_MODEL ?? "",
    llm_advisor_cron: "*/20 * * * *",
    amas_auto_apply_enabled: 0,
    amas_auto_apply_max_per_day: 1,
    amas_auto_apply_min_confidence: 0.8,
    wordbook_center_url: "",
    canary_reward_drop_threshold: 0.05,
    canary_anomaly_rise_threshold: 0.05,
    min_client_version: "",
    version_gate_enabled: false,
    access_token_hours: environment.JWT_EXPIRES_IN_HOURS,
    refresh_token_days: environment.REFRESH_TOKEN_EXPIRES_IN_HOURS / 24,
    admin_token_hours: environment.ADMIN_JWT_EXPIRES_IN_HOURS,
    admin_remember_days: environment.ADMIN_REMEMBER_EXPIRES_IN_HOURS / 24,
  };
}

/** Stored values over the defaults. A value that no longer fits its schema counts as not stored. */
export function mergeStored(
  defaults: SystemSettings,
  rows: readonly { key: string; json: string }[],
): SystemSettings {
  const merged: Record<string, unknown> = { ...defaults };
  for (const { key, json } of rows) {
    if (!isSettingName(key)) continue;
    const parsed = storedSchemas[key].safeParse(JSON.parse(json));
    if (parsed.success) merged[key] = parsed.data;
  }
  return merged as SystemSettings;
}

function isSettingName(key: string): key is StoredSettingName {
  return Object.hasOwn(storedSchemas, key);
}
