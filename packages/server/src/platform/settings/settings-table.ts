import { deviceSettings } from "./device-settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { llmSettings } from "./llm-settings.ts";
import { packSettings } from "./pack-settings.ts";
import * as types from "./setting-types.ts";
import { speechSettings } from "./speech-settings.ts";
import { updateSettings } from "./update-settings.ts";
import type { z } from "zod";

/** One setting of an operator. */
export interface Setting {
  readonly type: z.ZodType;
  /** Used if the variable is unset or empty; without a fallback the setting is undefined. */
  readonly fallback?: string;
  /** Generated at the first start and stored in `<DATA_DIR>/secrets/`. */
  readonly generated?: true;
  /** Never printed; can also be read from the file named by `<NAME>_FILE`. */
  readonly secret?: true;
  /** Whether an empty value has its own meaning instead of counting as unset. */
  readonly keepsEmpty?: true;
  readonly about: string;
}

/** Placeholder for the data directory in a fallback. */
export const DATA_DIR_PLACEHOLDER = "<DATA_DIR>";

const address = {
  HOST: { type: types.text, fallback: "127.0.0.1", about: "IP address or host name to listen on." },
  PORT: {
    type: types.integer(0, 65_535),
    fallback: "3000",
    about: "Port to listen on; 0 picks a free one.",
  },
  BASE_PATH: {
    type: types.basePath,
    fallback: "/",
    about: "Path prefix of all URLs, for a proxy that also serves other sites.",
  },
  PUBLIC_URL: {
    type: types.webUrl,
    about: "Public URL of the service, used for links in e-mails.",
  },
  TRUST_PROXY: {
    type: types.proxyTrust,
    fallback: "false",
    about: "Whose X-Forwarded-For and -Proto to trust: true for one proxy, or a list of addresses.",
  },
  CORS_ORIGIN: {
    type: types.origins,
    fallback: "",
    about: "Other origins that may call the API; * allows all, without cookies.",
  },
  COOKIE_SECURE: {
    type: types.flag,
    fallback: "false",
    about: "Mark cookies Secure even if the request did not arrive over https.",
  },
  API_ONLY: {
    type: types.flag,
    fallback: "false",
    about: "Serve the API only: the web apps are neither built nor served.",
  },
  PACK_IMAGE_HOSTS: {
    type: types.httpsHosts,
    fallback: "",
    about: "Hosts from which the web apps may load pictures of resource packs, over https.",
  },
} as const satisfies Record<string, Setting>;

const storage = {
  DATA_DIR: { type: types.text, fallback: "./data", about: "Data directory." },
  CONFIG_FILE: {
    type: types.text,
    about: "File with these settings, as KEY=value lines or a JSON object.",
  },
  DATABASE_URL: {
    type: types.databaseUrl,
    fallback: `sqlite:${DATA_DIR_PLACEHOLDER}/learning.db`,
    secret: true,
    about: "sqlite:<file> for one process, postgres://… for several.",
  },
  SQLITE_BUSY_TIMEOUT_MS: {
    type: types.integer(0, 600_000),
    fallback: "5000",
    about: "How long a statement waits for a locked SQLite file.",
  },
  DB_POOL_SIZE: {
    type: types.integer(1, 1000),
    fallback: "8",
    about: "PostgreSQL connections per process.",
  },
  REDIS_URL: {
    type: types.redisUrl,
    secret: true,
    about: "Redis, which shares events and limits between processes; empty for a single process.",
  },
  APP_TIMEZONE: {
    type: types.timeZone,
    fallback: "UTC",
    about: "Time zone for learners who have not chosen one.",
  },
  STARTER_WORDBOOKS: {
    type: types.flag,
    fallback: "true",
    about: "Create the starter wordbooks in an empty installation and keep their words up to date.",
  },
  AMAS_CONFIG_FILE: {
    type: types.text,
    fallback: `${DATA_DIR_PLACEHOLDER}/amas_config.toml`,
    about: "Editable copy of the engine configuration in force.",
  },
  BACKUP_DIR: {
    type: types.text,
    fallback: `${DATA_DIR_PLACEHOLDER}/backups`,
    about: "Directory for backups; put it on another disk.",
  },
  BACKUP_BEFORE_MIGRATION: {
    type: types.flag,
    fallback: "true",
    about: "Make a backup before a migration changes the schema; false if you made one yourself.",
  },
  BACKUP_KEEP: {
    type: types.integer(1, 10_000),
    fallback: "30",
    about: "How many backups to keep, daily and manual ones together.",
  },
  BACKUP_ALARM_HOURS: {
    type: types.integer(1, 8_760),
    fallback: "36",
    about: "Age of the last good backup at which administrators get an alarm.",
  },
} as const satisfies Record<string, Setting>;

const logging = {
  LOG_LEVEL: {
    type: types.oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]),
    fallback: "info",
    about: "Minimum level of log lines.",
  },
  LOG_FORMAT: {
    type: types.oneOf(["json", "pretty"]),
    fallback: "json",
    about: "json for machines, pretty for people.",
  },
  ENABLE_FILE_LOGS: {
    type: types.flag,
    fallback: "false",
    about: "Also write one log file per day.",
  },
  LOG_DIR: {
    type: types.text,
    fallback: `${DATA_DIR_PLACEHOLDER}/logs`,
    about: "Directory for log files.",
  },
  MAX_LOG_FILES: {
    type: types.integer(1, 10_000),
    fallback: "30",
    about: "Number of log files to keep.",
  },
  METRICS_TOKEN: {
    type: types.text,
    secret: true,
    about: "Bearer token for reading /metrics from other machines.",
  },
} as const satisfies Record<string, Setting>;

const signIn = {
  JWT_SECRET: {
    type: types.signingSecret,
    generated: true,
    secret: true,
    about: "Signs access tokens. Changing it invalidates them all.",
  },
  REFRESH_JWT_SECRET: {
    type: types.signingSecret,
    generated: true,
    secret: true,
    about: "Signs refresh tokens. Changing it signs every learner out.",
  },
  ADMIN_JWT_SECRET: {
    type: types.signingSecret,
    generated: true,
    secret: true,
    about: "Signs administrators' tokens. Changing it signs every administrator out.",
  },
  JWT_EXPIRES_IN_HOURS: { type: types.hours, fallback: "1", about: "Lifetime of an access token." },
  REFRESH_TOKEN_EXPIRES_IN_HOURS: {
    type: types.hours,
    fallback: "720",
    about: "Lifetime of a refresh token: learners who stay away longer must sign in again.",
  },
  ADMIN_JWT_EXPIRES_IN_HOURS: {
    type: types.hours,
    fallback: "2",
    about: "Lifetime of an administrator's token.",
  },
  ADMIN_REMEMBER_EXPIRES_IN_HOURS: {
    type: types.hours,
    fallback: "720",
    about: "Lifetime of an administrator's token with “remember me”.",
  },
  ADMIN_EMAIL: {
    type: types.email,
    about: "With ADMIN_PASSWORD: creates the first administrator if there is none.",
  },
  ADMIN_PASSWORD: { type: types.password, secret: true, about: "See ADMIN_EMAIL." },
  SMTP_URL: {
    type: types.mailUrl,
    secret: true,
    about:
      "Mail server, smtp://user:password@host:587, or smtps:// for TLS from the start; if empty, " +
      "no e-mail is sent. ?tls.rejectUnauthorized=false skips the check of its certificate.",
  },
  SMTP_FROM: { type: types.text, about: "Sender of e-mails." },
} as const satisfies Record<string, Setting>;

const working = {
  RECORDS_OUTBOX_ASYNC: {
    type: types.flag,
    fallback: "true",
    about: "Acknowledge answers at once and process them a moment later.",
  },
  WORDBOOK_CENTER_ALLOW_PRIVATE: {
    type: types.flag,
    fallback: "false",
    about: "Allow wordbook centers, and the recordings they name, in the local network.",
  },
  WORKER_LEADER: {
    type: types.flag,
    fallback: "true",
    about: "Let this process take leases of background workers and apply answers.",
  },
  ENABLE_ENGINE_MONITORING_WORKER: {
    type: types.flag,
    fallback: "true",
    about: "Store a sample of the engine's decisions for monitoring.",
  },
  AMAS_MONITOR_SAMPLE_RATE: {
    type: types.decimal(0, 1),
    about: "Share of answers sampled; if unset, the engine configuration's value (0.05).",
  },
  AMAS_SECONDS_PER_KNOWN_DAY: {
    type: types.decimal(0, 600),
    fallback: "0",
    about:
      "How many seconds of study one day of knowing a word is worth. Above 0, optimal intervals " +
      "keep words known at the lowest cost; at 0 they aim for the target stability.",
  },
} as const satisfies Record<string, Setting>;

/** Sections of the settings page, in order. */
export const settingGroups = {
  Network: address,
  Storage: storage,
  "Logging and metrics": logging,
  "Sign-in and mail": signIn,
  Limits: limitSettings,
  Processing: working,
  Devices: deviceSettings,
  "Resource packs": packSettings,
  "Language model": llmSettings,
  Speech: speechSettings,
  Updates: updateSettings,
} as const satisfies Record<string, Record<string, Setting>>;

/** Every setting by the name of its environment variable. */
export const settingsTable = {
  ...address,
  ...storage,
  ...logging,
  ...signIn,
  ...limitSettings,
  ...working,
  ...deviceSettings,
  ...packSettings,
  ...llmSettings,
  ...speechSettings,
  ...updateSettings,
} as const satisfies Record<string, Setting>;

type Table = typeof settingsTable;
export type SettingName = keyof Table;

/** Settings with a fallback or a generated value are always defined; others may be undefined. */
export type Settings = {
  readonly [Name in SettingName]: Table[Name] extends { fallback: string } | { generated: true }
    ? z.output<Table[Name]["type"]>
    : z.output<Table[Name]["type"]> | undefined;
};
