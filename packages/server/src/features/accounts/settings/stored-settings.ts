import {
  rateLimitBuckets,
  settingFields,
  type RateLimitBucket,
  type SettingField,
  type SettingName,
  type SettingValues,
} from "@wordloom/contract";
import { z } from "zod";
import { formatVersion, parseVersion } from "../../../platform/basics/app-version.ts";
import {
  rateLimitsOf,
  withStoredLimits,
  type RateLimitValue,
} from "../../../platform/settings/rate-limit-values.ts";
import type { Settings } from "../../../platform/settings/settings.ts";

const Text = z.string().trim().min(1).max(200);

/** Stored like the settings of the contract. The advisor's endpoint shows and changes them. */
const advisorFields = {
  llm_advisor_enabled: {
    group: "Advisor",
    type: "boolean",
    schema: z.boolean(),
    shown: z.boolean(),
    fault: "VALIDATION_ERROR",
    effect: "at_once",
    about: "Whether the advisor runs by schedule.",
  },
  llm_advisor_model: {
    group: "Advisor",
    type: "string",
    schema: Text,
    shown: z.string(),
    fault: "VALIDATION_ERROR",
    effect: "at_once",
    about: "Name of the model that the advisor asks.",
  },
  llm_advisor_cron: {
    group: "Advisor",
    type: "string",
    schema: Text,
    shown: z.string(),
    fault: "VALIDATION_ERROR",
    effect: "at_once",
    about: "When the advisor runs: five fields, at least 5 minutes apart.",
  },
} as const satisfies Readonly<Record<string, SettingField>>;

/**
 * Settings that administrators may change while the service runs, in the order in which faults are
 * reported.
 *
 * A stored value takes precedence over the environment. Without one, `defaultSettings` applies.
 */
export const storedFields = { ...settingFields, ...advisorFields } as const;

type AdvisorValues = {
  readonly [Name in keyof typeof advisorFields]: z.output<(typeof advisorFields)[Name]["schema"]>;
};
export type StoredSettingName = SettingName | keyof typeof advisorFields;
export type SystemSettings = SettingValues & AdvisorValues;

export const storedNames = Object.keys(storedFields) as StoredSettingName[];

/** The environment variables behind settings. Rate limits have several. */
export const variableOf: Partial<Record<StoredSettingName, keyof Settings>> = {
  llm_advisor_max_cost_per_month_yuan: "LLM_MAX_COST_PER_MONTH_YUAN",
  llm_advisor_enabled: "ENABLE_LLM_ADVISOR_WORKER",
  llm_advisor_model: "LLM_MODEL",
  min_client_version: "MIN_CLIENT_VERSION",
  access_token_hours: "JWT_EXPIRES_IN_HOURS",
  refresh_token_days: "REFRESH_TOKEN_EXPIRES_IN_HOURS",
  admin_token_hours: "ADMIN_JWT_EXPIRES_IN_HOURS",
  admin_remember_days: "ADMIN_REMEMBER_EXPIRES_IN_HOURS",
  rate_limit_exempt: "RATE_LIMIT_EXEMPT",
};

type Environment = Parameters<typeof rateLimitsOf>[0] &
  Pick<
    Settings,
    | "JWT_EXPIRES_IN_HOURS"
    | "REFRESH_TOKEN_EXPIRES_IN_HOURS"
    | "ADMIN_JWT_EXPIRES_IN_HOURS"
    | "ADMIN_REMEMBER_EXPIRES_IN_HOURS"
    | "ENABLE_LLM_ADVISOR_WORKER"
    | "LLM_MAX_COST_PER_MONTH_YUAN"
    | "LLM_MODEL"
    | "RATE_LIMIT_EXEMPT"
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
    // The variable is not a default: the higher of the two values applies.
    min_client_version: "",
    version_gate_enabled: false,
    access_token_hours: environment.JWT_EXPIRES_IN_HOURS,
    refresh_token_days: environment.REFRESH_TOKEN_EXPIRES_IN_HOURS / 24,
    admin_token_hours: environment.ADMIN_JWT_EXPIRES_IN_HOURS,
    admin_remember_days: environment.ADMIN_REMEMBER_EXPIRES_IN_HOURS / 24,
    rate_limits: rateLimitsOf(environment),
    rate_limit_exempt: environment.RATE_LIMIT_EXEMPT,
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
    const value: unknown = JSON.parse(json);
    if (key === "rate_limits") {
      merged[key] = withStoredLimits(defaults.rate_limits, readStoredLimits(value));
      continue;
    }
    const parsed = storedFields[key].schema.safeParse(asStoredNow(key, value));
    if (parsed.success) merged[key] = parsed.data;
  }
  return merged as SystemSettings;
}

/**
 * A stored value in the form that is stored now. Earlier versions stored minimum versions such as
 * `01.6.0`; dropping one would open the gate.
 */
export function asStoredNow(name: StoredSettingName, value: unknown): unknown {
  if (name !== "min_client_version" || typeof value !== "string") return value;
  if (storedFields[name].schema.safeParse(value).success) return value;
  const version = parseVersion(value);
  if (version === undefined) return value;
  const preRelease = version.preRelease
    .filter((part) => part !== "")
    .map((part) => part.replace(/^0+(?=\d+$)/, ""));
  return formatVersion({ ...version, preRelease });
}

export type StoredLimits = Partial<Record<RateLimitBucket, RateLimitValue>>;

/** The usable stored limits, in the order of the buckets. */
export function readStoredLimits(value: unknown): StoredLimits {
  const held = typeof value === "object" && value !== null ? value : {};
  return Object.fromEntries(
    rateLimitBuckets.flatMap((bucket) => {
      const one = { [bucket]: (held as Record<string, unknown>)[bucket] };
      const parsed = settingFields.rate_limits.schema.safeParse(one);
      const limit = parsed.success ? parsed.data[bucket] : undefined;
      return limit ? [[bucket, limit]] : [];
    }),
  );
}

function isSettingName(key: string): key is StoredSettingName {
  return Object.hasOwn(storedFields, key);
}
