import { DICTIONARY_BYTES_MAX, IMPORT_BYTES_MAX, settableLimits } from "@wordloom/contract";
import * as types from "./setting-types.ts";

export const limitSettings = {
  RATE_LIMIT_WINDOW_SECS: {
    type: types.seconds,
    fallback: "60",
    about: "Window of the general rate limits.",
  },
  RATE_LIMIT_ANONYMOUS_MAX: {
    type: types.count,
    fallback: "120",
    about: "Requests without sign-in per address and window.",
  },
  RATE_LIMIT_AUTHENTICATED_MAX: {
    type: types.count,
    fallback: "600",
    about: "Requests per account and window.",
  },
  AUTH_RATE_LIMIT_WINDOW_SECS: {
    type: types.seconds,
    fallback: "60",
    about: "Window of the learners' sign-in limit.",
  },
  AUTH_RATE_LIMIT_MAX: {
    type: types.count,
    fallback: "10",
    about: "Learners' sign-in requests per address and window.",
  },
  ADMIN_AUTH_RATE_LIMIT_WINDOW_SECS: {
    type: types.seconds,
    fallback: "60",
    about: "Window of the administrators' sign-in limit.",
  },
  ADMIN_AUTH_RATE_LIMIT_MAX: {
    type: types.count,
    fallback: "10",
    about: "Administrators' sign-in requests per address and window.",
  },
  RATE_LIMIT_EXEMPT: {
    type: types.networks,
    fallback: "",
    about:
      "Networks where many people share an address, such as a school's: sign-ins from them are " +
      "limited by account, and the limits by address for other requests are thirty times as " +
      "high. Not your own proxy: everybody comes through it.",
  },
  RATE_LIMIT_TELEMETRY_WINDOW_SECS: {
    type: types.seconds,
    fallback: "60",
    about: "Window of the telemetry limit.",
  },
  RATE_LIMIT_TELEMETRY_MAX: {
    type: types.count,
    fallback: "120",
    about: "Telemetry requests per learner and window.",
  },
  PAGINATION_DEFAULT_SIZE: {
    type: types.integer(1, 1000),
    fallback: "20",
    about: "Default page size.",
  },
  PAGINATION_MAX_SIZE: {
    type: types.integer(1, 1000),
    fallback: "100",
    about: "Maximum page size.",
  },
  LIMITS_MAX_BATCH_SIZE: {
    type: types.integer(1, 100_000),
    fallback: String(settableLimits.LIMITS_MAX_BATCH_SIZE),
    about: "Maximum number of entries in a batch.",
  },
  LIMITS_MAX_DICTIONARY_BYTES: {
    type: types.integer(1, DICTIONARY_BYTES_MAX),
    fallback: String(300 * 1024 * 1024),
    about: "Maximum size of a dictionary that an administrator sends, in bytes.",
  },
  LIMITS_MAX_EXCLUDE_WORD_IDS: {
    type: types.integer(1, 100_000),
    fallback: String(settableLimits.LIMITS_MAX_EXCLUDE_WORD_IDS),
    about: "Maximum number of words excluded in one request.",
  },
  LIMITS_MAX_IMPORT_BYTES: {
    type: types.integer(1, IMPORT_BYTES_MAX),
    fallback: String(100 * 1024 * 1024),
    about: "Maximum size of a file with words that a learner sends, in bytes.",
  },
  LIMITS_MAX_IMPORT_WORDS: {
    type: types.integer(1, 1_000_000),
    fallback: "5000",
    about: "Maximum number of words imported from one URL.",
  },
  LIMITS_MAX_MEDIA_BYTES: {
    type: types.integer(1, 1024 ** 4),
    fallback: String(500 * 1024 * 1024),
    about: "Maximum size of the recordings and pictures that one learner may keep, in bytes.",
  },
  LIMITS_MAX_NEW_WORDS_PER_DAY: {
    type: types.integer(1, 1_000_000),
    // Room for two of the largest published books, of 9,000 words each.
    fallback: "20000",
    about:
      "Maximum number of words one learner may add to the library per UTC day, from lists and " +
      "wordbook centers. Words already in the library do not count.",
  },
  LIMITS_MAX_OWN_WORDS: {
    type: types.integer(1, 1_000_000),
    fallback: "50000",
    about: "Maximum number of words of their own that one learner may have.",
  },
  LIMITS_MAX_OWN_WORDBOOKS: {
    type: types.integer(1, 100_000),
    fallback: "500",
    about: "Maximum number of wordbooks that one learner may have.",
  },
  LIMITS_MAX_SSE_CONNECTIONS: {
    type: types.integer(1, 1_000_000),
    fallback: "5000",
    about: "Maximum number of open event streams per process.",
  },
  LIMITS_MAX_SSE_CONNECTIONS_PER_USER: {
    type: types.integer(1, 1000),
    fallback: "5",
    about: "Maximum number of open event streams per learner.",
  },
} as const;
