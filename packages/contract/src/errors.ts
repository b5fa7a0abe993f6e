/**
 * Every error the service may answer with: code → HTTP status and default message.
 *
 * The code is the promise; clients branch on it and it never changes meaning. The message is for
 * people and may be reworded in any release.
 */
export const errors = {
  // General
  INVALID_REQUEST_BODY: { status: 400, message: "The request is not valid." },
  VALIDATION_ERROR: { status: 400, message: "A value was refused." },
  BATCH_TOO_LARGE: { status: 400, message: "Too many entries in one batch." },
  AUTH_UNAUTHORIZED: { status: 401, message: "Sign in to continue." },
  AUTH_REFRESH_RACED: { status: 401, message: "This refresh token was just used elsewhere." },
  FORBIDDEN: { status: 403, message: "This account may not do that." },
  CSRF_ORIGIN: { status: 403, message: "This request came from a foreign page." },
  CLIENT_BANNED: { status: 403, message: "This device is banned." },
  NOT_FOUND: { status: 404, message: "Nothing here by that name." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This address does not take that method." },
  CONFLICT: { status: 409, message: "That clashes with something that exists." },
  GONE: { status: 410, message: "This version of the interface has been retired." },
  VERSION_CONFLICT: { status: 412, message: "It was changed in the meantime." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The request body is too large." },
  RATE_LIMITED: { status: 429, message: "Too many requests. Wait a moment." },
  AUTH_RATE_LIMITED: { status: 429, message: "Too many attempts. Wait a moment." },
  GDPR_EXPORT_RATE_LIMITED: { status: 429, message: "One export a day. Try again later." },
  INTERNAL: { status: 500, message: "Something went wrong on our side." },
  MAINTENANCE: { status: 503, message: "The service is under maintenance." },
  UNAVAILABLE: { status: 503, message: "The service cannot store anything right now." },

  // Register, reset
  AUTH_INVALID_EMAIL: { status: 400, message: "This is not a usable e-mail address." },
  AUTH_INVALID_USERNAME: { status: 400, message: "A name has 2 to 50 letters or digits." },
  AUTH_WEAK_PASSWORD: {
    status: 400,
    message:
      "A password has 8 to 256 characters with an upper-case and a lower-case letter and a digit.",
  },
  AUTH_INVALID_RESET_TOKEN: { status: 400, message: "This reset token is not valid." },
  AUTH_EXPIRED_RESET_TOKEN: { status: 400, message: "This reset token has expired." },
  AUTH_EMAIL_EXISTS: { status: 409, message: "An account with this e-mail address exists." },

  // Users, profile
  USER_INVALID_USERNAME: { status: 400, message: "A name has 2 to 50 letters or digits." },
  USER_INVALID_ROLE: { status: 400, message: "No such role." },
  INVALID_REWARD_TYPE: { status: 400, message: "No such reward type." },
  INVALID_PREFERRED_HOURS: { status: 400, message: "Hours are whole numbers from 0 to 23." },
  INVALID_SESSION_LENGTH: { status: 400, message: "A session lasts 1 to 480 minutes." },
  INVALID_SESSIONS_PER_DAY: { status: 400, message: "A day has 1 to 20 sessions." },
  AVATAR_EMPTY: { status: 400, message: "The picture is empty." },
  AVATAR_TOO_LARGE: { status: 400, message: "A picture has at most 512 KB." },
  AVATAR_INVALID_TYPE: { status: 400, message: "A picture is PNG, JPEG, GIF or WebP." },
  INVALID_THEME: { status: 400, message: "No such theme." },
  INVALID_LANGUAGE: { status: 400, message: "No such language." },
  INVALID_TIMEZONE: { status: 400, message: "No such time zone." },
  INVALID_DAY_START: { status: 400, message: "A day starts at a whole hour from 0 to 23." },

  // Words
  WORDS_INVALID_PAYLOAD: { status: 400, message: "This is not a usable word." },
  WORD_NOT_FOUND: { status: 400, message: "A word named here does not exist." },
  IMPORT_INVALID_URL: { status: 400, message: "This address cannot be imported from." },
  IMPORT_FETCH_FAILED: { status: 400, message: "The address could not be fetched." },
  IMPORT_TOO_LARGE: { status: 400, message: "The file is too large." },
  IMPORT_READ_FAILED: { status: 400, message: "The file could not be read." },

  // Wordbooks
  WORDBOOK_NOT_FOUND: { status: 400, message: "A wordbook named here does not exist." },
  WORDBOOK_INVALID_NAME: { status: 400, message: "A wordbook name has 1 to 100 characters." },
  WORDBOOK_TOO_MANY_WORDS: { status: 400, message: "At most 500 words at once." },
  WORDBOOK_TOO_MANY_IDS: { status: 400, message: "At most 500 wordbooks at once." },

  // Wordbook center
  WB_CENTER_NOT_CONFIGURED: { status: 400, message: "No wordbook center is set." },
  WB_CENTER_INVALID_URL: { status: 400, message: "This address cannot be a wordbook center." },
  WB_CENTER_FETCH_FAILED: { status: 400, message: "The wordbook center did not answer." },
  WB_CENTER_TOO_LARGE: { status: 400, message: "The wordbook center sent too much." },
  WB_CENTER_READ_FAILED: { status: 400, message: "The reply of the wordbook center broke off." },
  WB_CENTER_PARSE_FAILED: { status: 400, message: "The wordbook center sent something unusable." },
  WB_CENTER_ID_MISMATCH: { status: 400, message: "The wordbook center sent another book." },
  WB_CENTER_ALREADY_IMPORTED: { status: 409, message: "This book is already imported." },

  // Records, learning
  INVALID_CATEGORY: { status: 400, message: "A category is learning, review or all." },
  LEARNING_TOO_MANY_EXCLUDES: { status: 400, message: "At most 1000 words can be excluded." },
  LEARNING_TOO_MANY_IDS: { status: 400, message: "At most 500 words at once." },
  LEARNING_NO_ACTIVE_WORDS: { status: 400, message: "There is no active word." },
  LEARNING_INVALID_MODE: { status: 400, message: "No such question mode." },
  LEARNING_INVALID_RECENT_PERFORMANCE: { status: 400, message: "Performance lies within 0 to 1." },
  LEARNING_NOT_ENOUGH_OPTIONS: { status: 400, message: "Too few words for four options." },
  LEARNING_INVALID_DATE: { status: 400, message: "A date is written yyyy-MM-dd." },
  LEARNING_INVALID_DATE_RANGE: { status: 400, message: "The range ends before it starts." },
  LEARNING_EVENTS_TOO_LARGE: { status: 400, message: "Too many events at once." },
  LEARNING_SESSION_NOT_FOUND: { status: 404, message: "No such learning session." },
  LEARNING_INVALID_EVENT_ID: { status: 400, message: "An event id has 1 to 128 characters." },
  LEARNING_DUPLICATE_EVENT_ID: { status: 400, message: "This event id stands here twice." },
  LEARNING_INVALID_RESPONSE_TIME: { status: 400, message: "A response takes 0 to 300000 ms." },
  LEARNING_INVALID_CLIENT_TS: { status: 400, message: "This is not a usable time." },

  // AMAS, analytics
  AMAS_INVALID_CONFIG: { status: 400, message: "This engine configuration cannot be used." },
  AMAS_INVALID_EVENT_ID: { status: 400, message: "An event id has at most 128 characters." },
  INVALID_SCORE: { status: 400, message: "A score lies within 0 to 100." },
  ANALYTICS_INVALID_RANGE: { status: 400, message: "A range is day, week or month." },
  ANALYTICS_INVALID_TIMEZONE: { status: 400, message: "No such time zone." },

  // Favourites, notes, feedback
  WORD_FAVORITES_TOO_MANY_IDS: { status: 400, message: "At most 500 words at once." },
  WORD_NOTE_EMPTY_CONTENT: { status: 400, message: "A note is not empty." },
  WORD_NOTE_TOO_LONG: { status: 400, message: "A note has at most 5000 characters." },
  INVALID_FEEDBACK: { status: 400, message: "Feedback has 1 to 5000 characters." },
  INVALID_REPLY: { status: 400, message: "A reply has 1 to 5000 characters." },

  // Telemetry, devices
  MISSING_DEVICE_ID: { status: 400, message: "The device id is missing." },
  INVALID_DEVICE_ID: { status: 400, message: "The device id is malformed." },
  MISSING_OS: { status: 400, message: "The device platform is missing." },
  MISSING_APP_VERSION: { status: 400, message: "The app version is missing." },
  MISSING_TIMEZONE: { status: 400, message: "The device time zone is missing." },
  MISSING_DEVICE_MODEL: { status: 400, message: "The device model is missing." },
  MISSING_LANGUAGE: { status: 400, message: "The device language is missing." },
  MISSING_DEVICE_FINGERPRINT: { status: 400, message: "The device description is incomplete." },
  MISSING_USER_AGENT: { status: 400, message: "The User-Agent does not name the app." },
  CLIENT_OUTDATED: { status: 400, message: "This app is too old." },
  INVALID_TELEMETRY: { status: 400, message: "This telemetry cannot be used." },
  INVALID_PAYLOAD: { status: 422, message: "A session metric is negative." },
  DEVICE_NOT_REGISTERED: { status: 403, message: "This device is not registered." },
  DEVICE_OWNERSHIP_MISMATCH: { status: 403, message: "This device belongs to someone else." },
  APP_EVENTS_TOO_LARGE: { status: 400, message: "At most 50 events at once." },
  APP_EVENT_INVALID_ID: { status: 400, message: "An event id has 1 to 128 characters." },
  APP_EVENT_DUPLICATE_ID: { status: 400, message: "This event id stands here twice." },
  APP_EVENT_INVALID_NAME: { status: 400, message: "An event name is written a_b_c." },
  APP_EVENT_INVALID_CATEGORY: { status: 400, message: "A category is behavior, error or perf." },
  APP_EVENT_INVALID_TS: { status: 400, message: "This is not a usable time." },
  APP_EVENT_INVALID_PROPS: { status: 400, message: "The properties break a rule." },

  // Clients
  DEVICE_USER_MISMATCH: { status: 400, message: "This device belongs to another learner." },
  INVALID_PLATFORM: { status: 400, message: "No such platform." },
  INVALID_VERSION: { status: 400, message: "A version is written x.y.z." },
  INVALID_GRAYSCALE: { status: 400, message: "A share lies within 0 to 100." },
  DEVICE_OFFLINE: { status: 422, message: "This device is not connected." },
  DEVICE_OWNER_UNKNOWN: { status: 422, message: "Nobody has signed in on this device yet." },

  // Probe
  PROBE_SCRIPT_TOO_LARGE: { status: 400, message: "A script has at most 16 KB." },
  PROBE_SCRIPT_EMPTY: { status: 400, message: "The script is empty." },
  PROBE_TIMEOUT_OUT_OF_RANGE: { status: 400, message: "A script may run 100 to 10000 ms." },
  PROBE_INVALID_TARGETS: { status: 400, message: "Name devices, or all that are connected." },
  PROBE_CONFIRM_EXPIRED: { status: 400, message: "The time to confirm is over." },
  PROBE_CONFIRM_SUFFIX_MISMATCH: { status: 400, message: "That is not how the device id ends." },
  PROBE_CONFIRM_TOKEN_MISSING: { status: 400, message: "The confirmation token is missing." },
  INVALID_PROBE_STATUS: { status: 400, message: "No such probe status." },
  PROBE_ALREADY_COMPLETED: { status: 400, message: "This probe is over." },
  PROBE_ALREADY_PENDING_CONFIRM: { status: 409, message: "This probe waits for a confirmation." },
  PROBE_DISABLED: { status: 503, message: "Probes are switched off." },

  // App-event analytics
  INVALID_RANGE: { status: 400, message: "This range cannot be used." },

  // AMAS tuning
  INVALID_PERCENT: { status: 400, message: "A share lies within 0 to 100." },
  VERSION_HASH_NOT_FOUND: { status: 400, message: "No such version of the configuration." },
  INVALID_METRIC: { status: 400, message: "No such metric." },
  INVALID_EXPERIMENT: { status: 400, message: "This experiment cannot be run." },
  EXPERIMENT_RUNNING: { status: 409, message: "An experiment is running already." },
  EXPERIMENT_NOT_RUNNING: { status: 409, message: "This experiment is over." },
  EXPERIMENT_NOT_ADOPTABLE: { status: 409, message: "The experiment does not show enough." },

  // Admin auth, accounts
  SETUP_TOKEN_INVALID: { status: 403, message: "The setup token is wrong." },
  ADMIN_ALREADY_EXISTS: { status: 409, message: "An administrator exists already." },
  LAST_SUPER_ADMIN: { status: 409, message: "The last super administrator must stay." },
  ADMIN_INVALID_EMAIL: { status: 400, message: "This is not a usable e-mail address." },
  ADMIN_WEAK_PASSWORD: {
    status: 400,
    message:
      "A password has 8 to 256 characters with an upper-case and a lower-case letter and a digit.",
  },
  INVALID_ADMIN_ROLE: { status: 400, message: "No such role." },
  CANNOT_DELETE_SELF: { status: 400, message: "Nobody may delete the own account here." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;
