import type { Tables } from "../../../platform/database/tables.ts";

/** Tables that an archive tells in lines of its own making. */
export const retoldTables: readonly (keyof Tables)[] = [
  ...(["users", "words", "wordbook_words"] as const),
  // `originId` of a line.
  "brought_ids",
];

/** Tables with rows of learners that no archive has, and why. */
export const leftOut: Partial<Readonly<Record<keyof Tables, string>>> = {
  activity_log: "a log of this service: sign-ins, with addresses",
  added_words: "counts towards a limit of this service",
  amas_events: "ids by which this service knows repeated events",
  answer_outbox: "answers that are about to become records",
  app_event_learners: "reports of the app to this service",
  app_events: "reports of the app to this service",
  archive_charges: "counts towards a limit of this service",
  avatar_blobs: "a picture, which is easily set again",
  broadcast_users: "messages of this service that are not sent yet",
  data_exports: "counts towards a limit of this service",
  devices: "signs in to this service",
  email_changes: "an address that this service has yet to confirm",
  engine_events: "a sample for monitoring this service",
  engine_fits: "computed from the records; the weights are in the engine's state",
  engine_policies: "computed from the engine's state",
  experiment_arms: "experiments of this service",
  feedback: "letters to the operator of this service",
  feedback_events: "letters to the operator of this service",
  feedback_replies: "letters to the operator of this service",
  import_books: "belongs to the files that were imported here",
  import_changes: "belongs to the files that were imported here",
  import_parts: "the files that were imported here, for a week",
  imports: "the files that were imported here, for a week",
  learner_replays: "work that this service has yet to do",
  media_sources: "names addresses from which this service fetched recordings",
  moved_words: "ids that apps of earlier versions still send to this service",
  notifications: "messages of this service",
  pack_installs: "reports of the app to this service",
  password_resets: "signs in to this service",
  probe_requests: "questions of an administrator to a device",
  replay_words: "work that this service has yet to do",
  sessions: "signs in to this service",
  speech_counts: "counts towards a limit of this service",
  telemetry_reports: "reports of the app to this service",
  word_sources: "names dictionaries of this service",
  wordbook_center_settings: "an address that another service may not reach",
  wordbook_history: "who changed books here, and when",
  wordbook_import_words: "ties books to the place they were loaded from here",
  wordbook_imports: "ties books to the place they were loaded from here",
};

/** Columns of the tables that are archived as they are, and are not in an archive. */
export const leftOutColumns: Partial<Readonly<Record<keyof Tables, readonly string[]>>> = {
  app_settings: ["revision", "updated_at_ms"],
  engine_states: ["revision", "updated_at_ms", "batches_json", "settle_at_ms"],
  learner_goals: ["updated_at_ms"],
  // Whether there is one is told.
  records: ["import_id"],
  study_configs: ["updated_at_ms"],
  user_profiles: ["updated_at_ms"],
  word_restarts: ["import_id"],
  wordbooks: ["type", "updated_at_ms"],
  // Derived from the fields.
  word_versions: ["updated_at_ms", "meaning_folded", "meaning_keys", "reading_keys"],
};
