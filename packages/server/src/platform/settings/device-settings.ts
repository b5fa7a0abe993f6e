import * as types from "./setting-types.ts";

/** Rules for apps and devices, and how long their reports are kept. */
export const deviceSettings = {
  STRICT_MODE_ENABLED: {
    type: types.flag,
    fallback: "false",
    about: "Refuse learners' requests that do not name their device and platform.",
  },
  STRICT_MODE_HARD_BLOCK: {
    type: types.flag,
    fallback: "false",
    about: "In strict mode, also refuse telemetry with an incomplete device description.",
  },
  MIN_CLIENT_VERSION: {
    type: types.appVersion,
    about: "Oldest native app version that may connect, such as 1.6.0.",
  },
  TELEMETRY_RETENTION_DAYS: {
    type: types.integer(1, 3650),
    fallback: "90",
    about: "Days to keep telemetry and raw app events.",
  },
  TELEMETRY_SAMPLING_RATE: {
    type: types.decimal(0, 1),
    fallback: "1.0",
    about: "Share of behavior and performance app events to keep; errors are always kept.",
  },
  PROBE_ENABLED: {
    type: types.flag,
    fallback: "false",
    about: "Let super administrators send diagnostic scripts to devices.",
  },
  PROBE_RATE_LIMIT_PER_MIN: {
    type: types.count,
    fallback: "10",
    about: "Scripts per administrator and minute.",
  },
  PROBE_DEFAULT_TIMEOUT_MS: {
    type: types.integer(100, 10_000),
    fallback: "3000",
    about: "Default time a script may run on a device.",
  },
  PROBE_MAX_TIMEOUT_MS: {
    type: types.integer(100, 10_000),
    fallback: "10000",
    about: "Maximum time a script may run on a device.",
  },
  PROBE_RETENTION_DAYS: {
    type: types.integer(1, 3650),
    fallback: "60",
    about: "Days to keep scripts and their results.",
  },
} as const;
