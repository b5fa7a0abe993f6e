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
  HOST: { form: form.text, fallback: "127.0.0.1", about: "Address to listen on." },
  PORT: {
    form: form.integer(0, 65_535),
    fallback: "3000",
    about: "Port to listen on; 0 takes any free one.",
  },
  BASE_PATH: {
    form: form.basePath,
    fallback: "/",
    about: "Path under which everything lives, behind a proxy that serves other things too.",
  },
  PUBLIC_URL: {
    form: form.webUrl,
    about: "Address people reach the service at; used for links in mails.",
  },
  TRUST_PROXY: {
    form: form.proxyTrust,
    fallback: "false",
    about: "Believe X-Forwarded-For and -Proto: true for one proxy, or a list of addresses.",
  },
  CORS_ORIGIN: {
    form: form.origins,
    fallback: "",
    about: "Other origins whose pages may call the interface; * for all, without cookies.",
  },
  COOKIE_SECURE: {
    form: form.flag,
    fallback: "false",
    about: "Mark cookies Secure even when the request did not come over https.",
  },
  API_ONLY: { form: form.flag, fallback: "false", about: "Do not serve the web apps." },
} as const satisfies Record<string, Setting>;

const storage = {
  DATA_DIR: { form: form.text, fallback: "./data", about: "Where everything is kept." },
  CONFIG_FILE: {
    form: form.text,
    about: "File with these same settings, as KEY=value lines or a JSON object.",
  },
  DATABASE_URL: {
    form: form.databaseUrl,
    fallback: `sqlite:${DATA_DIR_MARK}/learning.db`,
    secret: true,
    about: "sqlite:<file> for one machine, postgres://… for several.",
  },
  SQLITE_BUSY_TIMEOUT_MS: {
    form: form.integer(0, 600_000),
    fallback: "5000",
    about: "How long a statement waits for another process to release the SQLite file.",
  },
  DB_POOL_SIZE: {
    form: form.integer(1, 1000),
    fallback: "8",
    about: "Connections to PostgreSQL held by one process.",
  },
  REDIS_URL: {
    form: form.redisUrl,
    secret: true,
    about: "Shares events and limits between several processes; empty for a single one.",
  },
  APP_TIMEZONE: {
    form: form.timeZone,
    fallback: "UTC",
    about: "Calendar days of learners who named no time zone of their own.",
  },
  STARTER_WORDBOOKS: {
    form: form.flag,
    fallback: "true",
    about: "Fill an empty installation with wordbooks to start with.",
  },
  AMAS_CONFIG_FILE: {
    form: form.text,
    fallback: `${DATA_DIR_MARK}/amas_config.toml`,
    about: "Engine configuration in force.",
  },
} as const satisfies Record<string, Setting>;

const logging = {
  LOG_LEVEL: {
    form: form.oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]),
    fallback: "info",
    about: "Least severe lines that are written.",
  },
  LOG_FORMAT: {
    form: form.oneOf(["json", "pretty"]),
    fallback: "json",
    about: "json for programs, pretty for people.",
  },
  ENABLE_FILE_LOGS: {
    form: form.flag,
    fallback: "false",
    about: "Write the log to a file a day as well.",
  },
  LOG_DIR: { form: form.text, fallback: `${DATA_DIR_MARK}/logs`, about: "Where log files go." },
  MAX_LOG_FILES: {
    form: form.integer(1, 10_000),
    fallback: "30",
    about: "Log files kept; the oldest goes first.",
  },
  METRICS_TOKEN: {
    form: form.text,
    secret: true,
    about: "Bearer token with which /metrics may be read from elsewhere.",
  },
} as const satisfies Record<string, Setting>;

const signIn = {
  JWT_SECRET: {
    form: form.signingSecret,
    generated: true,
    secret: true,
    about: "Signs access tokens. Changing it ends them all.",
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
  JWT_EXPIRES_IN_HOURS: { form: form.hours, fallback: "1", about: "Life of an access token." },
  REFRESH_TOKEN_EXPIRES_IN_HOURS: {
    form: form.hours,
    fallback: "720",
    about: "How long a learner may stay away before signing in again.",
  },
  ADMIN_JWT_EXPIRES_IN_HOURS: {
    form: form.hours,
    fallback: "2",
    about: "Life of an administrator's token.",
  },
  ADMIN_REMEMBER_EXPIRES_IN_HOURS: {
    form: form.hours,
    fallback: "720",
    about: "Life of an administrator's token with “remember me”.",
  },
  ADMIN_EMAIL: {
    form: form.email,
    about: "With ADMIN_PASSWORD: the first administrator, made when there is none.",
  },
  ADMIN_PASSWORD: { form: form.password, secret: true, about: "See ADMIN_EMAIL." },
  SMTP_URL: {
    form: form.mailUrl,
    secret: true,
    about: "Mail server, smtp://user:password@host:587; empty sends no mail.",
  },
  SMTP_FROM: { form: form.text, about: "Sender of mails." },
} as const satisfies Record<string, Setting>;

const limits = {
  RATE_LIMIT_WINDOW_SECS: {
    form: form.seconds,
    fallback: "60",
    about: "Window of the general request limits.",
  },
  RATE_LIMIT_ANONYMOUS_MAX: {
    form: form.count,
    fallback: "120",
    about: "Requests without sign-in, per address and window.",
  },
  RATE_LIMIT_AUTHENTICATED_MAX: {
    form: form.count,
    fallback: "600",
    about: "Requests of one account per window.",
  },
  AUTH_RATE_LIMIT_WINDOW_SECS: {
    form: form.seconds,
    fallback: "60",
    about: "Window of the sign-in limit.",
  },
  AUTH_RATE_LIMIT_MAX: {
    form: form.count,
    fallback: "10",
    about: "Sign-in requests of learners, per address and window.",
  },
  ADMIN_AUTH_RATE_LIMIT_WINDOW_SECS: {
    form: form.seconds,
    fallback: "60",
    about: "Window of the administrators' sign-in limit.",
  },
  ADMIN_AUTH_RATE_LIMIT_MAX: {
    form: form.count,
    fallback: "10",
    about: "Sign-in requests of administrators, per address and window.",
  },
  RATE_LIMIT_TELEMETRY_WINDOW_SECS: {
    form: form.seconds,
    fallback: "60",
    about: "Window of the telemetry limit.",
  },
  RATE_LIMIT_TELEMETRY_MAX: {
    form: form.count,
    fallback: "120",
    about: "Telemetry requests of one learner per window.",
  },
  PAGINATION_DEFAULT_SIZE: {
    form: form.integer(1, 1000),
    fallback: "20",
    about: "Entries of a page when the caller names no number.",
  },
  PAGINATION_MAX_SIZE: {
    form: form.integer(1, 1000),
    fallback: "100",
    about: "Most entries of a page.",
  },
  LIMITS_MAX_BATCH_SIZE: {
    form: form.integer(1, 100_000),
    fallback: "500",
    about: "Most entries of a batch.",
  },
  LIMITS_MAX_EXCLUDE_WORD_IDS: {
    form: form.integer(1, 100_000),
    fallback: "1000",
    about: "Most words a learner may exclude in one request.",
  },
  LIMITS_MAX_IMPORT_WORDS: {
    form: form.integer(1, 1_000_000),
    fallback: "5000",
    about: "Most words taken from one import address.",
  },
  LIMITS_MAX_SSE_CONNECTIONS: {
    form: form.integer(1, 1_000_000),
    fallback: "5000",
    about: "Open event streams of this process.",
  },
  LIMITS_MAX_SSE_CONNECTIONS_PER_USER: {
    form: form.integer(1, 1000),
    fallback: "5",
    about: "Open event streams of one learner.",
  },
} as const satisfies Record<string, Setting>;

const working = {
  RECORDS_OUTBOX_ASYNC: {
    form: form.flag,
    fallback: "true",
    about: "Accept answers at once and learn from them a moment later.",
  },
  WORDBOOK_CENTER_ALLOW_PRIVATE: {
    form: form.flag,
    fallback: "false",
    about: "Let wordbook centers stand in the own network.",
  },
  WORKER_LEADER: {
    form: form.flag,
    fallback: "true",
    about: "This process may run the background workers.",
  },
  ENABLE_ENGINE_MONITORING_WORKER: {
    form: form.flag,
    fallback: "true",
    about: "Sample what the engine decides, for the operator's charts.",
  },
  AMAS_MONITOR_SAMPLE_RATE: {
    form: form.decimal(0, 1),
    about: "Share of answers that are sampled; unset: as the engine's configuration says (0.05).",
  },
  AMAS_SECONDS_PER_KNOWN_DAY: {
    form: form.decimal(0, 600),
    fallback: "0",
    about:
      "What a word known for a day is worth, s. Above 0 optimal intervals keep words known at " +
      "least expense; 0: they bring words to the target stability.",
  },
} as const satisfies Record<string, Setting>;

const devices = {
  STRICT_MODE_ENABLED: {
    form: form.flag,
    fallback: "false",
    about: "Refuse learners' apps that do not say which device and platform they run on.",
  },
  STRICT_MODE_HARD_BLOCK: {
    form: form.flag,
    fallback: "false",
    about: "In strict mode, also refuse telemetry that leaves out language or screen.",
  },
  MIN_CLIENT_VERSION: {
    form: form.appVersion,
    about: "Oldest version of the native apps that is let in, such as 1.6.0.",
  },
  TELEMETRY_RETENTION_DAYS: {
    form: form.integer(1, 3650),
    fallback: "90",
    about: "Days that telemetry and raw app events are kept.",
  },
  TELEMETRY_SAMPLING_RATE: {
    form: form.decimal(0, 1),
    fallback: "1.0",
    about: "Share of app events about behaviour and speed that is kept; errors all are.",
  },
  PROBE_ENABLED: {
    form: form.flag,
    fallback: "false",
    about: "Let super administrators send scripts to devices.",
  },
  PROBE_RATE_LIMIT_PER_MIN: {
    form: form.count,
    fallback: "10",
    about: "Scripts that one administrator may send in a minute.",
  },
  PROBE_DEFAULT_TIMEOUT_MS: {
    form: form.integer(100, 10_000),
    fallback: "3000",
    about: "How long a script may run on a device when the sender names no time.",
  },
  PROBE_MAX_TIMEOUT_MS: {
    form: form.integer(100, 10_000),
    fallback: "10000",
    about: "Longest time a sender may name.",
  },
  PROBE_RETENTION_DAYS: {
    form: form.integer(1, 3650),
    fallback: "60",
    about: "Days that scripts and their results are kept.",
  },
} as const satisfies Record<string, Setting>;

/** Chapters of the settings page, in the order they are printed. */
export const settingGroups = {
  "Address": address,
  "Storage": storage,
  "Log and metrics": logging,
  "Sign-in and mail": signIn,
  "Limits": limits,
  "Work": working,
  "Devices": devices,
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
