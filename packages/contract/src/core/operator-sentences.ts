import type { SentenceOf, SentenceTable } from "./sentences.ts";

/** Why this installation cannot update itself; the operator runs `command` on its machine. */
export const hindranceSentences = {
  platform: {},
  disabled: {},
  source_checkout: { command: "text" },
  container: { command: "text" },
  several_processes: {},
  read_only: { folder: "text", command: "text" },
} as const satisfies SentenceTable;

/** Figures of the last seven days; `p95Ms` is 0 if there were no requests. */
const weekFigures = {
  requests: "number",
  failed: "number",
  p95Ms: "number",
  incidentDays: "number",
  badRuns: "number",
  waiting: "number",
  givenUp: "number",
  databaseMb: "number",
} as const;

/** Notifications for administrators, with a title and a message each. */
export const noticeSentences = {
  backup_stale: { ageHours: "number" },
  backup_missing: {},
  backup_ahead: {},
  backup_failed: {},
  update_available: { version: "text", channel: ["stable", "beta"], current: "text" },
  update_failed: { version: "text", error: "text" },
  requests_failing: { failedPercent: "number", requests: "number" },
  worker_overdue: { worker: "text", missed: "number" },
  answer_given_up: {},
  model_budget_reached: {
    spentDollars: "number",
    capDollars: "number",
    spentYuan: "number",
    capYuan: "number",
    resumesOn: "day",
  },
  canary_stopped: { version: "text", reason: ["reward_fell", "anomalies_rose", "both"] },
  week_was_well: weekFigures,
  week_needs_look: weekFigures,
  token_reused: {},
  admin_locked: { email: "text", minutes: "number" },
} as const satisfies SentenceTable;

/** Events of the service: notices, failed runs of workers, and starts of processes. */
export const eventSentences = {
  ...noticeSentences,
  run_failed: { worker: "text", error: "text" },
  run_cut_off: { worker: "text", error: "text" },
  process_started: { version: "text", host: "text", pid: "number" },
} as const satisfies SentenceTable;

/** Why the service is degraded, down or not ready. */
export const healthSentences = {
  database_silent: {},
  disk_full: {},
  database_read_only: {},
  requests_failing: {},
  outbox_unreadable: {},
  answers_wait: {},
  disk_nearly_full: {},
  redis_silent: {},
  backup_stale: {},
  workers_overdue: { workers: "texts" },
  migrations_pending: { count: "number" },
  workers_not_started: {},
} as const satisfies SentenceTable;

/** Advice for operators that follows from callers' requests. */
export const trafficSentences = {
  forwarded_untrusted: {},
  address_refused_auth: {},
  address_refused_admin_auth: {},
  address_refused_anonymous: {},
  shared_address_refused: {},
} as const satisfies SentenceTable;

/** The state of each part of the service; a hindrance says why updates are off. */
export const partSentences = {
  ...trafficSentences,
  ...hindranceSentences,
  answers: {},
  silent: {},
  off: { setting: "text" },
  configured: {},
  ready: {},
  waits_for_database: {},
  redis_silent: {},
  workers_on_time: {},
  workers_overdue: { workers: "texts" },
  outbox_unreadable: {},
  answer_waits: { seconds: "number" },
  dead_letters: { count: "number" },
  up_to_date: {},
  codes_without_links: {},
  mail_without_sender: {},
  model_answers_made_up: {},
  backups_unknown: {},
  backup_ahead: {},
  backup_missing: {},
  backup_not_due: {},
  backup_age: { ageHours: "number" },
  packs_never_signed: {},
  signing_key_lost: {},
  no_address_refused: {},
} as const satisfies SentenceTable;

/** Why the service cannot go back or forward to a version. */
export const rollbackSentences = {
  version_running: { version: "text" },
  version_unknown: { version: "text" },
  version_too_old: { version: "text", oldest: "text" },
  schema_too_new: { version: "text", schema: "number" },
} as const satisfies SentenceTable;

/** Results of the checks of a backup. */
export const backupSentences = {
  manifest_read: {
    kind: ["upgrade", "daily", "manual", "pre_restore", "pre_rollback", "pre_migration"],
    madeAt: "time",
  },
  manifest_unreadable: { error: "text" },
  digest_right: { digest: "text" },
  digest_alone: { digest: "text" },
  digest_wrong: { digest: "text", bytes: "number" },
  format_known: { format: ["db", "dump"] },
  format_unknown: {},
  content_read: {},
  content_unreadable: { error: "text" },
  not_readable: {},
  rows_right: { rows: "number", tables: "number" },
  rows_wrong: { tables: "texts" },
  schema_found: { schema: "number", own: "number" },
  no_files: {},
  files_missing: {},
  files_right: { files: "number" },
  files_wrong: {},
  files_unreadable: { error: "text" },
} as const satisfies SentenceTable;

/** Why an entry of a wordbook file is not valid; `field` is its path within the entry. */
export const entrySentences = {
  no_object: {},
  field_missing: { field: "text" },
  field_wrong_type: { field: "text", expected: ["string", "list"] },
  field_empty: { field: "text" },
  field_too_long: { field: "text", characters: "number" },
  list_too_long: { field: "text", entries: "number", characters: "number" },
} as const satisfies SentenceTable;

/** A fault of an entry, by code and in English. */
export type EntryFault = SentenceOf<typeof entrySentences> & { readonly message: string };

/** All sentences, by subject. */
export const operatorSentences = {
  notice: noticeSentences,
  event: eventSentences,
  health: healthSentences,
  part: partSentences,
  hindrance: hindranceSentences,
  rollback: rollbackSentences,
  backup: backupSentences,
  entry: entrySentences,
} as const satisfies Readonly<Record<string, SentenceTable>>;
