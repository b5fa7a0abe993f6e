import { llmSettings } from "./llm/llm-settings.ts";
import * as form from "./setting-forms.ts";
import type { z } from "zod";

/** One thing an operator may set from outside. */
export interface Setting {
  readonly form: z.ZodType;
  /** Used when the variable is unset or empty; absent: the setting stays undefined. */
  readonly fallback?: string;
  /** Made at the first start and kept under `<DATA_DIR>/secrets/`. */
  readonly generated?: true;
  /** Never shown; also read from the file named by `<NAME>_FILE`. */
  readonly secret?: true;
  readonly about: string;
}

/** What stands for the data directory inside a fallback. */
export const DATA_DIR_MARK = "<DATA_DIR>";

const address = {
  HOST: { form: form.text, fallback: "127.0.0.1", about: "IP address or host name to listen on." },
  PORT: {
    form: form.integer(0, 65_535),
    fallback: "3000",
    about: "Port to listen on; 0 picks a free one.",
  },
  BASE_PATH: {
    form: form.basePath,
    fallback: "/",
    about: "Path prefix of all URLs, for a proxy that serves other things too.",
  },
  PUBLIC_URL: {
    form: form.webUrl,
    about: "Public URL of the service; used for links in e-mails.",
  },
  TRUST_PROXY: {
    form: form.proxyTrust,
    fallback: "false",
    about: "Trust X-Forwarded-For and -Proto: true for one proxy, or a list of addresses.",
  },
  CORS_ORIGIN: {
    form: form.origins,
    fallback: "",
    about: "Other origins allowed to call the API; * for all, without cookies.",
  },
  COOKIE_SECURE: {
    form: form.flag,
    fallback: "false",
    about: "Mark cookies Secure even if the request did not arrive over https.",
  },
  API_ONLY: {
    form: form.flag,
    fallback: "false",
    about: "Do not serve the web apps. This version has none, so it has no effect.",
  },
} as const satisfies Record<string, Setting>;

const storage = {
  DATA_DIR: { form: form.text, fallback: "./data", about: "Data directory." },
  CONFIG_FILE: {
    form: form.text,
    about: "File with these settings, as KEY=value lines or a JSON object.",
  },
  DATABASE_URL: {
    form: form.databaseUrl,
    fallback: `sqlite:${DATA_DIR_MARK}/learning.db`,
    secret: true,
    about: "sqlite:<file> for one process, postgres://… for several.",
  },
  SQLITE_BUSY_TIMEOUT_MS: {
    form: form.integer(0, 600_000),
    fallback: "5000",
    about: "How long a statement waits for a locked SQLite file.",
  },
  DB_POOL_SIZE: {
    form: form.integer(1, 1000),
    fallback: "8",
    about: "PostgreSQL connections per process.",
  },
  REDIS_URL: {
    form: form.redisUrl,
    secret: true,
    about: "Redis for sharing events and limits between processes; empty for a single process.",
  },
  APP_TIMEZONE: {
    form: form.timeZone,
    fallback: "UTC",
    about: "Time zone of learners who have not chosen one.",
  },
  STARTER_WORDBOOKS: {
    form: form.flag,
    fallback: "true",
    about: "Create two wordbooks in an empty installation.",
  },
  AMAS_CONFIG_FILE: {
    form: form.text,
    fallback: `${DATA_DIR_MARK}/amas_config.toml`,
    about: "Engine configuration file.",
  },
} as const satisfies Record<string, Setting>;

const logging = {
  LOG_LEVEL: {
    form: form.oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]),
    fallback: "info",
    about: "Minimum level of log lines.",
  },
  LOG_FORMAT: {
    form: form.oneOf(["json", "pretty"]),
    fallback: "json",
    about: "json for machines, pretty for people.",
  },
  ENABLE_FILE_LOGS: {
    form: form.flag,
    fallback: "false",
    about: "Also write one log file per day.",
  },
  LOG_DIR: {
    form: form.text,
    fallback: `${DATA_DIR_MARK}/logs`,
    about: "Directory of the log files.",
  },
  MAX_LOG_FILES: {
    form: form.integer(1, 10_000),
    fallback: "30",
    about: "Number of log files to keep.",
  },
  METRICS_TOKEN: {
    form: form.text,
    secret: true,
    about: "Bearer token for reading /metrics from other machines.",
  },
} as const satisfies Record<string, Setting>;

const signIn = {
  JWT_SECRET: {
    form: form.signingSecret,
    generated: true,
    secret: true,
    about: "Signs access tokens. Changing it invalidates them all.",
  },
  REFRESH_JWT_SECRET: {
    form: form.signingSecret,
    generated: true,
    secret: true,
    about: "Signs refresh tokens. Changing it signs every learner out.",
  },
  ADMIN_JWT_SECRET: {
    form: form.signingSecret,
    generated: true,
    secret: true,
    about: "Signs administrators' tokens. Changing it signs every administrator out.",
  },
  JWT_EXPIRES_IN_HOURS: { form: form.hours, fallback: "1", about: "Lifetime of an access token." },
  REFRESH_TOKEN_EXPIRES_IN_HOURS: {
    form: form.hours,
    fallback: "720",
    about: "Lifetime of a refresh token: learners away for longer must sign in again.",
  },
  ADMIN_JWT_EXPIRES_IN_HOURS: {
    form: form.hours,
    fallback: "2",
    about: "Lifetime of an administrator's token.",
  },
  ADMIN_REMEMBER_EXPIRES_IN_HOURS: {
    form: form.hours,
    fallback: "720",
    about: "Lifetime of an administrator's token with “remember me”.",
  },
  ADMIN_EMAIL: {
    form: form.email,
    about: "With ADMIN_PASSWORD: creates the first administrator if there is none.",
  },
  ADMIN_PASSWORD: { form: form.password, secret: true, about: "See ADMIN_EMAIL." },
  SMTP_URL: {
    form: form.mailUrl,
    secret: true,
    about: "Mail server, smtp://user:password@host:587; if empty, no e-mail is sent.",
  },
  SMTP_FROM: { form: form.text, about: "Sender of e-mails." },
} as const satisfies Record<string, Setting>;

const limits = {
  RATE_LIMIT_WINDOW_SECS: {
    form: form.seconds,
    fallback: "60",
    about: "Window of the general rate limits.",
  },
  RATE_LIMIT_ANONYMOUS_MAX: {
    form: form.count,
    fallback: "120",
    about: "Requests without sign-in per address and window.",
  },
  RATE_LIMIT_AUTHENTICATED_MAX: {
    form: form.count,
    fallback: "600",
    about: "Requests per account and window.",
  },
  AUTH_RATE_LIMIT_WINDOW_SECS: {
    form: form.seconds,
    fallback: "60",
    about: "Window of the learners' sign-in limit.",
  },
  AUTH_RATE_LIMIT_MAX: {
    form: form.count,
    fallback: "10",
    about: "Learners' sign-in requests per address and window.",
  },
  ADMIN_AUTH_RATE_LIMIT_WINDOW_SECS: {
    form: form.seconds,
    fallback: "60",
    about: "Window of the administrators' sign-in limit.",
  },
  ADMIN_AUTH_RATE_LIMIT_MAX: {
    form: form.count,
    fallback: "10",
    about: "Administrators' sign-in requests per address and window.",
  },
  RATE_LIMIT_TELEMETRY_WINDOW_SECS: {
    form: form.seconds,
    fallback: "60",
    about: "Window of the telemetry limit.",
  },
  RATE_LIMIT_TELEMETRY_MAX: {
    form: form.count,
    fallback: "120",
    about: "Telemetry requests per learner and window.",
  },
  PAGINATION_DEFAULT_SIZE: {
    form: form.integer(1, 1000),
    fallback: "20",
    about: "Default page size.",
  },
  PAGINATION_MAX_SIZE: {
    form: form.integer(1, 1000),
    fallback: "100",
    about: "Maximum page size.",
  },
  LIMITS_MAX_BATCH_SIZE: {
    form: form.integer(1, 100_000),
    fallback: "500",
    about: "Maximum number of entries in a batch.",
  },
  LIMITS_MAX_EXCLUDE_WORD_IDS: {
    form: form.integer(1, 100_000),
    fallback: "1000",
    about: "Maximum number of words excluded in one request.",
  },
  LIMITS_MAX_IMPORT_WORDS: {
    form: form.integer(1, 1_000_000),
    fallback: "5000",
    about: "Maximum number of words imported from one URL.",
  },
  LIMITS_MAX_SSE_CONNECTIONS: {
    form: form.integer(1, 1_000_000),
    fallback: "5000",
    about: "Maximum number of open event streams per process.",
  },
  LIMITS_MAX_SSE_CONNECTIONS_PER_USER: {
    form: form.integer(1, 1000),
    fallback: "5",
    about: "Maximum number of open event streams per learner.",
  },
} as const satisfies Record<string, Setting>;

const working = {
  RECORDS_OUTBOX_ASYNC: {
    form: form.flag,
    fallback: "true",
    about: "Acknowledge answers at once and process them a moment later.",
  },
  WORDBOOK_CENTER_ALLOW_PRIVATE: {
    form: form.flag,
    fallback: "false",
    about: "Allow wordbook centers in the local network.",
  },
  WORKER_LEADER: {
    form: form.flag,
    fallback: "true",
    about: "Let this process run background workers.",
  },
  ENABLE_ENGINE_MONITORING_WORKER: {
    form: form.flag,
    fallback: "true",
    about: "Store a sample of the engine's decisions for monitoring.",
  },
  AMAS_MONITOR_SAMPLE_RATE: {
    form: form.decimal(0, 1),
    about: "Share of answers sampled; if unset, the engine configuration's value (0.05).",
  },
  AMAS_SECONDS_PER_KNOWN_DAY: {
    form: form.decimal(0, 600),
    fallback: "0",
    about:
      "Seconds of study that one day of knowing a word is worth. Above 0, optimal intervals keep " +
      "words known at the lowest cost; at 0 they aim for the target stability.",
  },
} as const satisfies Record<string, Setting>;

const devices = {
  STRICT_MODE_ENABLED: {
    form: form.flag,
    fallback: "false",
    about: "Refuse learners' requests that do not name their device and platform.",
  },
  STRICT_MODE_HARD_BLOCK: {
    form: form.flag,
    fallback: "false",
    about: "In strict mode, also refuse telemetry with an incomplete device description.",
  },
  MIN_CLIENT_VERSION: {
    form: form.appVersion,
    about: "Oldest native app version that is accepted, such as 1.6.0.",
  },
  TELEMETRY_RETENTION_DAYS: {
    form: form.integer(1, 3650),
    fallback: "90",
    about: "Days to keep telemetry and raw app events.",
  },
  TELEMETRY_SAMPLING_RATE: {
    form: form.decimal(0, 1),
    fallback: "1.0",
    about: "Share of behaviour and performance app events to keep; errors are always kept.",
  },
  PROBE_ENABLED: {
    form: form.flag,
    fallback: "false",
    about: "Let super administrators send diagnostic scripts to devices.",
  },
  PROBE_RATE_LIMIT_PER_MIN: {
    form: form.count,
    fallback: "10",
    about: "Scripts per administrator and minute.",
  },
  PROBE_DEFAULT_TIMEOUT_MS: {
    form: form.integer(100, 10_000),
    fallback: "3000",
    about: "Default time a script may run on a device.",
  },
  PROBE_MAX_TIMEOUT_MS: {
    form: form.integer(100, 10_000),
    fallback: "10000",
    about: "Maximum time a script may run on a device.",
  },
  PROBE_RETENTION_DAYS: {
    form: form.integer(1, 3650),
    fallback: "60",
    about: "Days to keep scripts and their results.",
  },
} as const satisfies Record<string, Setting>;

/** Chapters of the settings page, in the order they are printed. */
export const settingGroups = {
  Network: address,
  Storage: storage,
  "Logging and metrics": logging,
  "Sign-in and mail": signIn,
  Limits: limits,
  Processing: working,
  Devices: devices,
  "Language model": llmSettings,
} as const satisfies Record<string, Record<string, Setting>>;

/** Every setting by the name of its environment variable. */
export const settingsTable = {
  ...address,
  ...storage,
  ...logging,
  ...signIn,
  ...limits,
  ...working,
  ...devices,
  ...llmSettings,
} as const satisfies Record<string, Setting>;

type Table = typeof settingsTable;
export type SettingName = keyof Table;

/** Settings with a fallback or a generated value are always there; the others may be undefined. */
export type Settings = {
  readonly [Name in SettingName]: Table[Name] extends { fallback: string } | { generated: true }
    ? z.output<Table[Name]["form"]>
    : z.output<Table[Name]["form"]> | undefined;
};
