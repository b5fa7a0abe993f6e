interface ErrorDefinition {
  readonly status: number;
  readonly message: string;
  /**
   * Marks a 5xx that is not a failure of this service: an operator has switched something off, the
   * other side asks to wait, or a service that an operator connected has failed. Such replies do
   * not count toward `error_rate`. UNAVAILABLE does, even when the cause is one of our own limits,
   * because a valid request was not served.
   */
  readonly deliberate?: true;
}

/**
 * Every error of the service: code → HTTP status and default message.
 *
 * Clients branch on the code, whose meaning never changes. The message is for people and may change
 * in any release.
 */
export const errors = {
  // General
  INVALID_REQUEST_BODY: { status: 400, message: "The request is not valid." },
  VALIDATION_ERROR: { status: 400, message: "A value is not valid." },
  BATCH_TOO_LARGE: { status: 400, message: "Too many entries in one batch." },
  AUTH_UNAUTHORIZED: { status: 401, message: "Sign in to continue." },
  AUTH_REFRESH_RACED: {
    status: 401,
    message: "This refresh token was just used. If the reply was lost, try again in 30 seconds.",
  },
  FORBIDDEN: { status: 403, message: "This account is not allowed to do that." },
  CSRF_ORIGIN: { status: 403, message: "The request came from another site." },
  CLIENT_BANNED: { status: 403, message: "This device is banned." },
  NOT_FOUND: { status: 404, message: "Not found." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This path does not support that method." },
  CONFLICT: { status: 409, message: "The request conflicts with existing data." },
  GONE: { status: 410, message: "This version of the API has been retired." },
  VERSION_CONFLICT: { status: 412, message: "The resource has changed in the meantime." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The request body is too large." },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: "The body must be the file itself, neither encoded nor in a form.",
  },
  RATE_LIMITED: { status: 429, message: "Too many requests. Wait a moment." },
  AUTH_RATE_LIMITED: { status: 429, message: "Too many attempts. Wait a moment." },
  GDPR_EXPORT_RATE_LIMITED: {
    status: 429,
    message: "Only one export is allowed in 24 hours. Try again later.",
  },
  ARCHIVE_RATE_LIMITED: {
    status: 429,
    message: "Only one archive is allowed in an hour. Try again later.",
  },
  INTERNAL: { status: 500, message: "Something went wrong on our side." },
  MAINTENANCE: { status: 503, message: "The service is under maintenance.", deliberate: true },
  UNAVAILABLE: { status: 503, message: "The service is temporarily unavailable. Try again later." },

  // Register, reset
  AUTH_INVALID_EMAIL: { status: 400, message: "This is not a valid e-mail address." },
  AUTH_INVALID_USERNAME: {
    status: 400,
    message: "A name has 2 to 50 characters: letters, digits, spaces, - and _ only.",
  },
  AUTH_WEAK_PASSWORD: {
    status: 400,
    message: "A password needs 8 to 256 characters, with upper case, lower case and a digit.",
  },
  AUTH_INVALID_RESET_TOKEN: {
    status: 400,
    message: "This reset token is invalid or was used. A password just set with it is valid.",
  },
  AUTH_EXPIRED_RESET_TOKEN: { status: 400, message: "This reset token has expired." },
  EMAIL_CHANGE_INVALID: {
    status: 400,
    message: "This confirmation link is not valid or no longer valid.",
  },
  AUTH_EMAIL_EXISTS: {
    status: 409,
    message: "An account with this e-mail address already exists.",
  },

  // Users, profile
  USER_INVALID_USERNAME: {
    status: 400,
    message: "A name has 2 to 50 characters: letters, digits, spaces, - and _ only.",
  },
  USER_INVALID_ROLE: { status: 400, message: "No such role." },
  INVALID_REWARD_TYPE: { status: 400, message: "No such reward type." },
  INVALID_PREFERRED_HOURS: { status: 400, message: "Hours must be whole numbers from 0 to 23." },
  INVALID_SESSION_LENGTH: { status: 400, message: "A session length must be 1 to 480 minutes." },
  INVALID_SESSIONS_PER_DAY: { status: 400, message: "Sessions per day must be 1 to 20." },
  AVATAR_EMPTY: { status: 400, message: "The picture is empty." },
  AVATAR_TOO_LARGE: { status: 400, message: "A picture may have at most 512 KB." },
  AVATAR_INVALID_TYPE: { status: 400, message: "A picture must be PNG, JPEG, GIF or WebP." },
  INVALID_THEME: { status: 400, message: "No such theme." },
  INVALID_LANGUAGE: { status: 400, message: "No such language." },
  INVALID_TIMEZONE: { status: 400, message: "No such time zone." },
  INVALID_DAY_START: {
    status: 400,
    message: "The start of day must be a whole hour from 0 to 23.",
  },

  // Words
  WORDS_INVALID_PAYLOAD: { status: 400, message: "This is not a valid word." },
  WORD_NOT_FOUND: { status: 400, message: "One of the words does not exist." },
  IMPORT_INVALID_URL: { status: 400, message: "This URL cannot be imported." },
  IMPORT_FETCH_FAILED: { status: 400, message: "The URL could not be fetched." },
  IMPORT_TOO_LARGE: { status: 400, message: "The file is too large." },
  OWN_WORDS_LIMIT: { status: 409, message: "You have reached the limit of your own words." },
  NEW_WORDS_LIMIT: { status: 429, message: "You have reached today's limit of new words." },
  SPEECH_UNAVAILABLE: { status: 404, message: "The service has no voice for this." },
  SPEECH_LIMIT: { status: 429, message: "You have reached today's limit of new sounds." },
  IMPORT_EMPTY: { status: 400, message: "The file is empty." },
  IMPORT_INVALID_OPTIONS: { status: 400, message: "These options do not suit the file." },
  IMPORT_STATE: { status: 409, message: "The import is in another state." },
  IMPORT_LIMIT: { status: 409, message: "Finish or delete earlier imports first." },
  MEDIA_INVALID: {
    status: 400,
    message: "This is no recording or picture of a kind that can be stored.",
  },
  MEDIA_LIMIT: { status: 409, message: "You have reached the limit of your recordings." },
  DICTIONARY_INVALID: { status: 400, message: "This file is no dictionary." },
  IMPORT_READ_FAILED: { status: 400, message: "The file could not be read." },

  // Wordbooks
  WORDBOOK_LIMIT: { status: 409, message: "You have reached the limit of wordbooks." },
  WORDBOOK_NOT_FOUND: { status: 400, message: "One of the wordbooks does not exist." },
  WORDBOOK_INVALID_NAME: { status: 400, message: "A wordbook name must have 1 to 100 characters." },
  WORDBOOK_TOO_MANY_WORDS: { status: 400, message: "At most 500 words at once." },
  WORDBOOK_TOO_MANY_IDS: { status: 400, message: "At most 500 wordbooks at once." },

  // Wordbook center
  WB_CENTER_NOT_CONFIGURED: { status: 400, message: "No wordbook center is configured." },
  WB_CENTER_INVALID_URL: { status: 400, message: "This URL cannot be used as a wordbook center." },
  WB_CENTER_FETCH_FAILED: { status: 400, message: "Fetching from the wordbook center failed." },
  WB_CENTER_TOO_LARGE: { status: 400, message: "The wordbook center's reply is too large." },
  WB_CENTER_READ_FAILED: { status: 400, message: "The wordbook center's reply was interrupted." },
  WB_CENTER_PARSE_FAILED: { status: 400, message: "The wordbook center's reply is not valid." },
  WB_CENTER_ID_MISMATCH: { status: 400, message: "The wordbook center returned a different book." },
  WB_CENTER_ALREADY_IMPORTED: { status: 409, message: "This book has already been imported." },

  // Records, learning
  INVALID_CATEGORY: { status: 400, message: "The category must be learning, review or all." },
  LEARNING_TOO_MANY_EXCLUDES: { status: 400, message: "At most 1000 words can be excluded." },
  LEARNING_TOO_MANY_IDS: { status: 400, message: "At most 500 words at once." },
  LEARNING_NO_ACTIVE_WORDS: { status: 400, message: "There are no active words." },
  LEARNING_INVALID_MODE: { status: 400, message: "No such question mode." },
  LEARNING_INVALID_RECENT_PERFORMANCE: {
    status: 400,
    message: "Recent performance must be between 0 and 1.",
  },
  LEARNING_NOT_ENOUGH_OPTIONS: {
    status: 400,
    message: "There are too few words for four options.",
  },
  LEARNING_INVALID_DATE: { status: 400, message: "A date must have the form yyyy-MM-dd." },
  LEARNING_INVALID_DATE_RANGE: { status: 400, message: "The range ends before it starts." },
  LEARNING_EVENTS_TOO_LARGE: { status: 400, message: "Too many events at once." },
  LEARNING_SESSION_NOT_FOUND: { status: 404, message: "No such learning session." },
  LEARNING_INVALID_EVENT_ID: { status: 400, message: "An event id must have 1 to 128 characters." },
  LEARNING_DUPLICATE_EVENT_ID: {
    status: 400,
    message: "This event id occurs twice in the request.",
  },
  LEARNING_INVALID_RESPONSE_TIME: {
    status: 400,
    message: "A response time must be 0 to 300000 ms.",
  },
  LEARNING_INVALID_CLIENT_TS: { status: 400, message: "This is not a valid time." },

  // AMAS, analytics
  AMAS_INVALID_CONFIG: { status: 400, message: "This engine configuration is not valid." },
  AMAS_INVALID_EVENT_ID: { status: 400, message: "An event id may have at most 128 characters." },
  INVALID_SCORE: { status: 400, message: "A score must be between 0 and 100." },
  ANALYTICS_INVALID_RANGE: { status: 400, message: "The range must be day, week or month." },
  ANALYTICS_INVALID_TIMEZONE: { status: 400, message: "No such time zone." },

  // Favorites, notes, feedback
  WORD_FAVORITES_TOO_MANY_IDS: { status: 400, message: "At most 500 words at once." },
  WORD_NOTE_EMPTY_CONTENT: { status: 400, message: "A note must not be empty." },
  WORD_NOTE_TOO_LONG: { status: 400, message: "A note may have at most 5000 characters." },
  INVALID_FEEDBACK: { status: 400, message: "Feedback must have 1 to 5000 characters." },
  INVALID_REPLY: { status: 400, message: "A reply must have 1 to 5000 characters." },

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
  INVALID_TELEMETRY: { status: 400, message: "This telemetry is not valid." },
  INVALID_PAYLOAD: { status: 422, message: "A session metric is negative." },
  DEVICE_NOT_REGISTERED: { status: 403, message: "This device is not registered." },
  DEVICE_OWNERSHIP_MISMATCH: { status: 403, message: "This device belongs to someone else." },
  APP_EVENTS_TOO_LARGE: { status: 400, message: "At most 50 events at once." },
  APP_EVENT_INVALID_ID: { status: 400, message: "An event id must have 1 to 128 characters." },
  APP_EVENT_DUPLICATE_ID: { status: 400, message: "This event id occurs twice in the request." },
  APP_EVENT_INVALID_NAME: { status: 400, message: "An event name must have the form a_b_c." },
  APP_EVENT_INVALID_CATEGORY: {
    status: 400,
    message: "The category must be behavior, error or perf.",
  },
  APP_EVENT_INVALID_TS: { status: 400, message: "This is not a valid time." },
  APP_EVENT_INVALID_PROPS: { status: 400, message: "The event properties are not valid." },

  // Clients
  DEVICE_USER_MISMATCH: { status: 400, message: "This device belongs to another learner." },
  INVALID_PLATFORM: { status: 400, message: "No such platform." },
  INVALID_VERSION: { status: 400, message: "A version must have the form x.y.z." },
  INVALID_GRAYSCALE: { status: 400, message: "A percentage must be between 0 and 100." },
  DEVICE_OFFLINE: { status: 422, message: "This device is not connected." },
  DEVICE_OWNER_UNKNOWN: { status: 422, message: "Nobody has signed in on this device yet." },

  // Resource packs
  PACK_EMPTY: { status: 400, message: "The payload of a pack must not be empty." },
  PACK_VERSION_NOT_INCREASING: {
    status: 400,
    message: "The version must be newer than all others of this pack in this channel.",
  },
  RESOURCE_PACK_NOT_FOUND: { status: 404, message: "There is no such resource pack." },
  PACK_VERSION_EXISTS: { status: 409, message: "This version of the pack already exists." },
  app_version_too_low: { status: 409, message: "This app is too old for the resource pack." },
  PACK_WRITE_FAILED: { status: 500, message: "The payload could not be written to its file." },
  RESOURCE_PACK_SIGNER_UNAVAILABLE: {
    status: 503,
    message: "The key that signs resource packs cannot be used.",
  },

  // Broadcasts
  INVALID_TITLE: { status: 400, message: "A title must have 1 to 200 characters." },
  INVALID_MESSAGE: { status: 400, message: "A message must have 1 to 10000 characters." },
  INVALID_VERSION_MIN: { status: 400, message: "A version must have the form x.y.z." },
  EMPTY_AUDIENCE: { status: 400, message: "No learner belongs to this audience." },
  INVALID_SCHEDULED_AT: {
    status: 400,
    message: "A broadcast must be scheduled for a time within the next 365 days.",
  },
  ALREADY_DISPATCHED: { status: 409, message: "This broadcast has already been sent." },

  // Probe
  PROBE_SCRIPT_TOO_LARGE: { status: 400, message: "A script may have at most 16 KB." },
  PROBE_SCRIPT_EMPTY: { status: 400, message: "The script is empty." },
  PROBE_TIMEOUT_OUT_OF_RANGE: {
    status: 400,
    message: "A script's timeout must be 100 to 10000 ms.",
  },
  PROBE_INVALID_TARGETS: { status: 400, message: "Specify device ids, or all online devices." },
  PROBE_CONFIRM_EXPIRED: { status: 400, message: "The confirmation has expired." },
  PROBE_CONFIRM_SUFFIX_MISMATCH: {
    status: 400,
    message: "The device id does not end with these characters.",
  },
  PROBE_CONFIRM_TOKEN_MISSING: { status: 400, message: "The confirmation token is missing." },
  INVALID_PROBE_STATUS: { status: 400, message: "No such probe status." },
  PROBE_ALREADY_COMPLETED: { status: 400, message: "This probe has already completed." },
  PROBE_ALREADY_PENDING_CONFIRM: {
    status: 409,
    message: "This probe is already waiting for confirmation.",
  },
  PROBE_DISABLED: { status: 503, message: "Probes are switched off.", deliberate: true },

  // Monitoring
  WORKER_RUNNING: { status: 409, message: "This worker is already running." },

  // App-event analytics
  INVALID_RANGE: { status: 400, message: "This range is not valid." },

  // AMAS tuning
  INVALID_PERCENT: { status: 400, message: "A percentage must be between 0 and 100." },
  VERSION_HASH_NOT_FOUND: { status: 400, message: "No such version of the configuration." },
  BAD_STATUS: { status: 400, message: "No such status." },
  PATCH_INVALID: { status: 400, message: "This change is not valid in the configuration." },
  LLM_DISABLED: { status: 400, message: "No language model is enabled." },
  BUDGET_EXCEEDED: { status: 400, message: "The language model's budget is used up." },
  INVALID_PATH: { status: 400, message: "This parameter cannot be used here." },
  SUGGESTION_NOT_PENDING: { status: 409, message: "This suggestion has already been decided." },
  SUGGESTION_NOT_APPLIED: { status: 409, message: "This suggestion has not been applied." },
  LLM_FAILED: {
    status: 502,
    message: "The language model did not give a usable answer.",
    deliberate: true,
  },
  INVALID_METRIC: { status: 400, message: "No such metric." },
  INVALID_EXPERIMENT: { status: 400, message: "This experiment cannot be run." },
  EXPERIMENT_RUNNING: { status: 409, message: "An experiment is already running." },
  EXPERIMENT_NOT_RUNNING: { status: 409, message: "This experiment is not running." },
  EXPERIMENT_NOT_ADOPTABLE: {
    status: 409,
    message: "The experiment's results do not justify adopting it.",
  },

  // Settings, monitoring
  INVALID_AUTO_APPLY_LIMIT: { status: 400, message: "The limit per day must be 0 to 20." },
  INVALID_CONFIDENCE: { status: 400, message: "A confidence must be between 0 and 1." },
  INVALID_LLM_BUDGET: { status: 400, message: "The monthly limit must be 1 to 10000 yuan." },

  // Admin auth, accounts
  SETUP_TOKEN_INVALID: { status: 403, message: "The setup token is wrong." },
  ADMIN_ALREADY_EXISTS: { status: 409, message: "An administrator already exists." },
  LAST_SUPER_ADMIN: { status: 409, message: "The last super administrator cannot be removed." },
  ADMIN_INVALID_EMAIL: { status: 400, message: "This is not a valid e-mail address." },
  ADMIN_WEAK_PASSWORD: {
    status: 400,
    message: "A password needs 8 to 256 characters, with upper case, lower case and a digit.",
  },
  INVALID_ADMIN_ROLE: { status: 400, message: "No such role." },
  BULK_SIZE: { status: 400, message: "Specify at least one learner, and no more than allowed." },
  CANNOT_DELETE_SELF: { status: 400, message: "You cannot delete your own account." },
  API_KEY_INVALID_NAME: {
    status: 400,
    message: "The name of a key must have 1 to 100 characters.",
  },
  API_KEY_INVALID_SCOPE: {
    status: 400,
    message: "A key needs at least one of the scopes read, write and admin.",
  },
  API_KEY_INVALID_EXPIRY: { status: 400, message: "A key must expire in 1 to 365 days, or never." },
  API_KEY_LIMIT: { status: 409, message: "There are already 50 active keys. Revoke one first." },

  // Updates
  CURRENT_VERSION_MISMATCH: { status: 400, message: "Another version is running." },
  INVALID_TARGET_VERSION: {
    status: 400,
    message: "This version cannot be installed here.",
  },
  TARGET_MISMATCH: { status: 400, message: "This is not the newest release of the channel." },
  DOWNGRADE_REFUSED: {
    status: 400,
    message: "This release is older than the running one, and UPDATE_ALLOW_DOWNGRADE is not set.",
  },
  NO_ASSET: { status: 400, message: "This release has no files for this machine." },
  ROLLBACK_TARGET_UNKNOWN: {
    status: 400,
    message: "This version is not known here, or is older than 1.1.0.",
  },
  BACKUP_NOT_FOUND: { status: 404, message: "There is no such backup." },
  BACKUP_INVALID: { status: 400, message: "This backup is damaged; nothing was changed." },
  BACKUP_NEWER_SCHEMA: {
    status: 400,
    message: "This backup was made by a newer release; install that release first.",
  },
  RESTORE_NOT_NEEDED: {
    status: 409,
    message: "The database is not damaged. `force` replaces it anyway.",
  },
  BACKUP_ELSEWHERE: {
    status: 409,
    message: "This backup is on another machine's disk; ask the service there.",
  },
  BACKUP_FAILED: {
    status: 503,
    message: "The backup could not be made; the log says why. Earlier ones are untouched.",
  },
  UPDATE_IN_PROGRESS: { status: 409, message: "An update is running." },
  UPDATE_SOURCE_ERROR: {
    status: 502,
    message: "The list of releases could not be read.",
    deliberate: true,
  },
  UPDATER_DISABLED: {
    status: 503,
    message: "This installation does not update itself.",
    deliberate: true,
  },
  GITHUB_RATE_LIMITED: {
    status: 503,
    message: "The release source is refusing requests for now.",
    deliberate: true,
  },

  // Settings
  INVALID_MAX_USERS: { status: 400, message: "The number of accounts must be 1 to 1000000." },
  INVALID_DAILY_WORDS: { status: 400, message: "Words per day must be 1 to 200." },
  INVALID_CANARY_THRESHOLD: { status: 400, message: "A threshold must be 0 to 1." },
  INVALID_MIN_CLIENT_VERSION: {
    status: 400,
    message: "A minimum version must have the form x.y.z, or be empty.",
  },
  FIELD_OUT_OF_RANGE: { status: 400, message: "A value is out of its range." },
  SMTP_NOT_CONFIGURED: { status: 400, message: "No mail server is set: SMTP_URL is empty." },
  SMTP_FAILED: {
    status: 502,
    message: "The mail server did not accept the mail.",
    deliberate: true,
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errors;

/** Whether a refusal with this code is deliberate, that is, not a failure of this service. */
export function isDeliberate(code: ErrorCode): boolean {
  const definition: ErrorDefinition = errors[code];
  return definition.deliberate === true;
}
