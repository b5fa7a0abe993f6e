import { z } from "zod";
import { SemVersion } from "../clients/upgrades.ts";
import type { ErrorCode } from "../core/errors.ts";

/** When a changed setting takes effect. */
export type SettingEffect = "at_once" | "new_sessions" | "restart";

/** One setting that administrators may change while the service runs. */
export interface SettingField {
  readonly group: string;
  readonly type: "integer" | "number" | "boolean" | "string" | "object";
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  readonly about: string;
  readonly effect: SettingEffect;
  /** Error code for a value of the right type that breaks the rule. */
  readonly fault: ErrorCode;
  /** Schema of the values that may be stored. */
  readonly schema: z.ZodType;
  /**
   * Schema of the values that are returned: those from environment variables may be outside the
   * range.
   */
  readonly shown: z.ZodType;
}

const URL_LENGTH_MAX = 2_000;

/** The rate limits that can be changed, by bucket. */
export const rateLimitBuckets = [
  "anonymous",
  "authenticated",
  "auth",
  "admin_auth",
  "telemetry",
  "app_events",
  "error_reports",
  "probe",
] as const;

export type RateLimitBucket = (typeof rateLimitBuckets)[number];

/** Which requests a bucket counts, and by which key. */
const counted: Readonly<Record<RateLimitBucket, string>> = {
  anonymous: "Requests without a valid token, by address.",
  authenticated: "Requests with a valid token or API key, by account or key.",
  auth:
    "Sign-in, registration, refresh and password reset of learners, by address; successful " +
    "sign-ins and refreshes do not count.",
  admin_auth:
    "Sign-in, setup, sign-out and verification of administrators, by address; successful " +
    "calls other than setup do not count.",
  telemetry: "Telemetry reports, by learner; excess reports are discarded.",
  app_events: "Batches of app events, by learner; excess batches are discarded.",
  error_reports: "Error reports of apps, by address; excess reports are discarded.",
  probe: "Probes issued, by administrator.",
};

/** At most `max` requests in `window_secs` seconds. */
const RateLimit = z.object({
  window_secs: z.number().int().min(1).max(3_600).describe("Length of the window, 1-3600 s."),
  max: z.number().int().min(1).max(100_000).describe("Requests per window, 1-100000."),
});
const RateLimitShown = z.object({
  window_secs: z.number().describe("Length of the window, s."),
  max: z.number().describe("Requests per window."),
});

/** `null` removes the stored limit of a bucket; absent buckets keep theirs. */
const RateLimitChanges = perBucket(RateLimit.nullable().optional());
const RateLimitsShown = perBucket(RateLimitShown);

const NETWORKS_LENGTH_MAX = 2_000;
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Addresses and networks, separated by commas; empty for none. */
export const Networks = z
  .string()
  .trim()
  .max(NETWORKS_LENGTH_MAX)
  .refine(isNetworkList, "must be networks such as 192.0.2.0/24 or 2001:db8::/32, with commas");

function isNetworkList(list: string): boolean {
  const parts = list.split(",").map((part) => part.trim());
  return parts.every((part) => part === "" || Network.safeParse(part).success);
}

const Flag = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .transform((flag): 0 | 1 => (flag === true || flag === 1 ? 1 : 0));

const EmptyOrVersion = z.union([z.literal(""), SemVersion]);

/** Every setting of `/api/admin/settings`, in the order in which faults are reported. */
export const settingFields = {
  max_users: {
    group: "Accounts",
    ...integer(1, 1_000_000),
    unit: "accounts",
    effect: "at_once",
    fault: "INVALID_MAX_USERS",
    about: "Maximum number of learners' accounts.",
  },
  registration_enabled: {
    group: "Accounts",
    ...flag(),
    effect: "at_once",
    fault: "INVALID_REQUEST_BODY",
    about: "Whether learners may create their own accounts.",
  },
  maintenance_mode: {
    group: "Maintenance",
    ...flag(),
    effect: "at_once",
    fault: "INVALID_REQUEST_BODY",
    about: "Locks learners out while administrators work.",
  },
  default_daily_words: {
    group: "Learning",
    ...integer(1, 200),
    unit: "words",
    effect: "at_once",

    fault: "INVALID_DAILY_WORDS",
    about: "Words per day for learners who have not chosen a number.",
  },
  llm_advisor_max_cost_per_month_yuan: {
    group: "Advisor",
    ...decimal(1, 10_000),
    unit: "yuan",
    effect: "at_once",
    fault: "INVALID_LLM_BUDGET",
    about: "Maximum cost of the language model per month.",
  },
  amas_auto_apply_enabled: {
    group: "Advisor",
    type: "integer",
    min: 0,
    max: 1,
    schema: Flag,
    effect: "at_once",
    shown: z.union([z.literal(0), z.literal(1)]),
    fault: "INVALID_REQUEST_BODY",
    about: "1: the advisor may apply suggestions automatically.",
  },
  amas_auto_apply_max_per_day: {
    group: "Advisor",
    ...integer(0, 20),
    unit: "suggestions",
    effect: "at_once",

    fault: "INVALID_AUTO_APPLY_LIMIT",
    about: "Maximum number of suggestions applied automatically per day.",
  },
  amas_auto_apply_min_confidence: {
    group: "Advisor",
    ...decimal(0, 1),
    effect: "at_once",
    fault: "INVALID_CONFIDENCE",
    about: "Minimum confidence for applying a suggestion automatically.",
  },
  wordbook_center_url: {
    group: "Library",
    type: "string",
    effect: "at_once",
    fault: "WB_CENTER_INVALID_URL",
    schema: z.string().trim().max(URL_LENGTH_MAX),
    shown: z.string(),
    about: "Public http(s) URL of the wordbook center; empty for none.",
  },
  canary_reward_drop_threshold: {
    group: "Engine",
    ...decimal(0, 1),
    effect: "at_once",
    fault: "INVALID_CANARY_THRESHOLD",
    about: "A canary stops if its mean reward falls below that of the other learners by this much.",
  },
  canary_anomaly_rise_threshold: {
    group: "Engine",
    ...decimal(0, 1),
    effect: "at_once",
    fault: "INVALID_CANARY_THRESHOLD",
    about:
      "A canary stops if its share of anomalies exceeds that of the other learners by this much.",
  },
  min_client_version: {
    group: "Devices",
    type: "string",
    schema: EmptyOrVersion,
    shown: z.string(),
    effect: "at_once",
    fault: "INVALID_MIN_CLIENT_VERSION",
    about:
      "Oldest native app version accepted while the gate is on; the higher of the two minimum " +
      "versions applies.",
  },
  version_gate_enabled: {
    group: "Devices",
    ...flag(),
    effect: "at_once",
    fault: "INVALID_REQUEST_BODY",
    about: "Whether min_client_version is enforced.",
  },
  access_token_hours: {
    group: "Sign-in",
    ...decimal(1, 720),
    unit: "hours",
    effect: "new_sessions",
    fault: "FIELD_OUT_OF_RANGE",
    about: "Lifetime of a learner's access token.",
  },
  refresh_token_days: {
    group: "Sign-in",
    ...decimal(1, 365),
    unit: "days",
    effect: "new_sessions",
    fault: "FIELD_OUT_OF_RANGE",
    about: "Learners who stay away longer must sign in again.",
  },
  admin_token_hours: {
    group: "Sign-in",
    ...decimal(1, 24),
    unit: "hours",
    effect: "new_sessions",
    fault: "FIELD_OUT_OF_RANGE",
    about: "Lifetime of an administrator's token.",
  },
  admin_remember_days: {
    group: "Sign-in",
    ...decimal(1, 90),
    unit: "days",
    effect: "new_sessions",

    fault: "FIELD_OUT_OF_RANGE",
    about: "Lifetime of an administrator's token with “remember me”.",
  },
  rate_limits: {
    group: "Limits",
    type: "object",
    schema: RateLimitChanges,
    shown: RateLimitsShown,
    effect: "at_once",
    fault: "FIELD_OUT_OF_RANGE",
    about: "Rate limits by bucket: requests per window. Absent buckets are unchanged.",
  },
  rate_limit_exempt: {
    group: "Limits",
    type: "string",
    schema: Networks,
    shown: z.string(),
    effect: "at_once",
    fault: "INVALID_REQUEST_BODY",
    about:
      "Networks in which many people share an address: sign-ins from them are limited by " +
      "account, other requests by address with a limit thirty times as high. Not the address of " +
      "your own proxy: everybody comes through it.",
  },
} as const satisfies Readonly<Record<string, SettingField>>;

export type SettingName = keyof typeof settingFields;

/** The current settings. */
export type SettingValues = {
  readonly [Name in SettingName]: z.output<(typeof settingFields)[Name]["shown"]>;
};

function integer(min: number, max: number) {
  const schema = z.number().int().min(min).max(max);
  return { type: "integer", min, max, schema, shown: z.number() } as const;
}

function decimal(min: number, max: number) {
  const schema = z.number().min(min).max(max);
  return { type: "number", min, max, schema, shown: z.number() } as const;
}

function flag() {
  return { type: "boolean", schema: z.boolean(), shown: z.boolean() } as const;
}

function perBucket<S extends z.ZodType>(entry: S) {
  const shape = Object.fromEntries(
    rateLimitBuckets.map((bucket) => [bucket, entry.describe(counted[bucket])]),
  );
  return z.object(shape as Record<RateLimitBucket, S>);
}
