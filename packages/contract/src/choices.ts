/**
 * What there is to choose from, for apps, which load no schemas. The schemas are made of it.
 */

/** What an API key may do; each includes those before it. */
export const apiKeyScopes = ["read", "write", "admin"] as const;

/** What an entry of the audit log is about. */
export const auditTargets = [
  "user",
  "admin",
  "session",
  "api_key",
  "device",
  "platform",
  "broadcast",
  "probe",
  "word",
  "wordbook",
  "feedback",
  "settings",
  "snapshot",
  "pack",
  "amas_config",
  "suggestion",
  "canary",
  "experiment",
  "whitelist",
  "dead_letter",
  "worker",
  "backup",
  "release",
] as const;

/** How what an entry of the audit log tells ended. */
export const auditOutcomes = ["success", "failed", "in_progress", "rolled_back"] as const;

/** Learners that one call may change. */
export const BULK_LEARNERS_MAX = 200;
/** Learners that one call may delete. */
export const BULK_DELETIONS_MAX = 50;
