import type { Generated, Kysely, Transaction } from "kysely";
import type {
  AdminsTable,
  PasswordResetRequestsTable,
  PasswordResetsTable,
  SessionsTable,
} from "./account-tables.ts";
import type {
  AppEventCountsTable,
  AppEventErrorsTable,
  AppEventLearnerSetsTable,
  AppEventLearnersTable,
  AppEventsTable,
  AppEventTimingsTable,
} from "./app-event-tables.ts";
import type {
  DevicesTable,
  UpgradeBroadcastsTable,
  UpgradePoliciesTable,
} from "./device-tables.ts";
import type {
  EngineArmStatsTable,
  EngineCanariesTable,
  EngineConfigVersionsTable,
  EngineCountersTable,
  EngineEventsTable,
  EngineFitsTable,
  EnginePoliciesTable,
  EngineStatesTable,
  ExperimentArmsTable,
  ExperimentsTable,
} from "./engine-tables.ts";
import type { LlmReservationsTable, LlmUsageTable } from "./llm-tables.ts";
import type {
  PackInstallsTable,
  ProbeBatchesTable,
  ProbeRequestsTable,
  TelemetryReportsTable,
} from "./telemetry-tables.ts";

/** Column types. Times are epoch milliseconds, flags 0 or 1, JSON is text. */
export interface Tables {
  users: UsersTable;
  admins: AdminsTable;
  first_admin: { slot: number; admin_id: string };
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  password_reset_requests: PasswordResetRequestsTable;
  /** One row, written when a wrong password is not counted, so that it takes as long. */
  uncounted_sign_ins: { id: number; attempts: number };
  audit_log: AuditLogTable;
  system_settings: { key: string; value_json: string; updated_at_ms: number };
  preferences: PreferencesTable;
  words: WordsTable;
  wordbooks: WordbooksTable;
  wordbook_words: WordbookWordsTable;
  wordbook_imports: WordbookImportsTable;
  wordbook_import_words: { wordbook_id: string; word_id: string; text_folded: string };
  wordbook_center_settings: { user_id: string; url: string | null };
  word_favorites: { user_id: string; word_id: string; created_at_ms: number };
  word_notes: WordNotesTable;
  study_configs: StudyConfigsTable;
  learning_sessions: LearningSessionsTable;
  engine_states: EngineStatesTable;
  word_states: WordStatesTable;
  word_ratings: { word_id: string; rating_json: string; updated_at_ms: number };
  amas_events: { user_id: string; client_event_id: string; created_at_ms: number };
  records: RecordsTable;
  answer_outbox: AnswerOutboxTable;
  feedback: FeedbackTable;
  user_profiles: { user_id: string; reward_type: RewardTypeName; updated_at_ms: number };
  data_exports: { user_id: string; charged_at_ms: number };
  notifications: NotificationsTable;
  badges: { user_id: string; badge_id: string; unlocked_at_ms: number };
  daily_activity: DailyActivityTable;
  word_morphemes: { word_id: string; morphemes_json: string; updated_at_ms: number };
  word_model_answers: WordModelAnswersTable;
  word_confusables: WordConfusablesTable;
  word_embeddings: WordEmbeddingsTable;
  llm_reservations: LlmReservationsTable;
  llm_usage: LlmUsageTable;
  engine_config_versions: EngineConfigVersionsTable;
  engine_fits: EngineFitsTable;
  engine_events: EngineEventsTable;
  engine_counters: EngineCountersTable;
  engine_policies: EnginePoliciesTable;
  engine_canaries: EngineCanariesTable;
  engine_arm_stats: EngineArmStatsTable;
  experiments: ExperimentsTable;
  experiment_arms: ExperimentArmsTable;
  app_events: AppEventsTable;
  app_event_progress: { id: number; counted_seq: number };
  app_event_removals: { id: number; before_ms: number };
  app_event_counts: AppEventCountsTable;
  app_event_timings: AppEventTimingsTable;
  app_event_errors: AppEventErrorsTable;
  app_event_learner_sets: AppEventLearnerSetsTable;
  app_event_learners: AppEventLearnersTable;
  devices: DevicesTable;
  upgrade_policies: UpgradePoliciesTable;
  upgrade_broadcasts: UpgradeBroadcastsTable;
  telemetry_reports: TelemetryReportsTable;
  pack_installs: PackInstallsTable;
  probe_batches: ProbeBatchesTable;
  probe_requests: ProbeRequestsTable;
  starter_words: { word_id: string; language: string; fingerprint: string };
  removed_words: { word_id: string; removed_at_ms: number };
  job_leases: { worker: string; holder: string; expires_at_ms: number };
  job_runs: JobRunsTable;
}

/** A handle for statements: the database itself or an open transaction. */
export type Database = Kysely<Tables>;
export type OpenTransaction = Transaction<Tables>;

export interface UsersTable {
  id: string;
  email: string;
  username: string;
  password_hash: string;
  role: Generated<string>;
  is_banned: Generated<number>;
  failed_logins: Generated<number>;
  locked_until_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number;
  last_login_at_ms: number | null;
  avatar_type: AvatarTypeName | null;
}

export type AvatarTypeName = "png" | "jpg" | "gif" | "webp";
export type RewardTypeName = "standard" | "explorer" | "achiever" | "social";

export interface AuditLogTable {
  id: Generated<number>;
  admin_id: string | null;
  action: string;
  target_type: string | null;
  target_id: string | null;
  metadata_json: string;
  outcome: string;
  error: string | null;
  from_version: string | null;
  to_version: string | null;
  channel: string | null;
  started_at_ms: number;
  completed_at_ms: number | null;
}

export interface PreferencesTable {
  user_id: string;
  theme: Generated<"light" | "dark" | "system">;
  language: Generated<"en" | "zh" | "ja" | "ko" | "fr" | "de" | "es">;
  notification_enabled: Generated<number>;
  sound_enabled: Generated<number>;
  time_zone: string | null;
  day_start_hour: Generated<number>;
}

export interface WordsTable {
  seq: Generated<number>;
  id: string;
  text: string;
  text_folded: string;
  meaning: string;
  meaning_folded: string;
  pronunciation: string | null;
  part_of_speech: string | null;
  difficulty: number;
  examples_json: string;
  tags_json: string;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface WordbooksTable {
  id: string;
  name: string;
  description: string;
  /** A book that is being imported, or whose import has failed, is not shown to anyone. */
  type: "system" | "user" | "importing" | "discarded";
  user_id: string | null;
  tags_json: string;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface WordbookWordsTable {
  wordbook_id: string;
  word_id: string;
  position: number;
  added_at_ms: number;
}

export interface WordbookImportsTable {
  id: string;
  wordbook_id: string;
  user_id: string | null;
  remote_id: string | null;
  source_url: string;
  version: string;
  words_imported: number;
  words_skipped: number;
  imported_at_ms: number;
}

export interface WordNotesTable {
  id: string;
  user_id: string;
  word_id: string;
  content: string;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface StudyConfigsTable {
  user_id: string;
  selected_wordbook_ids_json: string;
  daily_word_count: number;
  study_mode: "normal" | "intensive" | "review" | "casual";
  daily_mastery_target: number;
  updated_at_ms: number;
}

export interface LearningSessionsTable {
  id: string;
  user_id: string;
  status: "active" | "completed";
  target_mastery_count: number;
  total_questions: Generated<number>;
  context_shifts: Generated<number>;
  correct_count: Generated<number>;
  total_count: Generated<number>;
  response_time_total_ms: Generated<number>;
  duration_ms: Generated<number>;
  last_event_at_ms: number;
  summary_json: string | null;
  created_at_ms: number;
  updated_at_ms: number;
  completed_at_ms: number | null;
  long_gaps_json: string | null;
}

export interface WordStatesTable {
  user_id: string;
  word_id: string;
  state: "new" | "learning" | "reviewing" | "mastered" | "forgotten";
  mastery_level: number;
  next_review_at_ms: number | null;
  half_life_hours: number;
  correct_streak: number;
  total_attempts: number;
  stability_days: number;
  last_answer_at_ms: number | null;
  memory_json: string | null;
  created_at_ms: number;
  updated_at_ms: number;
  mastery_edges: string | null;
}

export interface RecordsTable {
  id: string;
  user_id: string;
  word_id: string;
  is_correct: number;
  response_time_ms: number;
  session_id: string | null;
  record_type: "learning" | "review" | "all";
  self_rating: number | null;
  question_mode:
    "word-to-meaning" | "meaning-to-word" | "audio-to-meaning" | "meaning-to-spelling" | null;
  client_record_id: string | null;
  details_json: string | null;
  created_at_ms: number;
}

export interface AnswerOutboxTable {
  seq: Generated<number>;
  user_id: string;
  client_record_id: string;
  draft_json: string;
  accepted_at_ms: number;
  attempts: Generated<number>;
  run_after_ms: number;
  last_error: string | null;
  dead_at_ms: number | null;
}

export interface JobRunsTable {
  id: Generated<number>;
  worker: string;
  started_at_ms: number;
  duration_ms: number;
  outcome: "ok" | "failed" | "timeout";
  error: string | null;
}

export interface FeedbackTable {
  id: string;
  user_id: string;
  category: string;
  content: string;
  route: string | null;
  priority: "low" | "normal" | "high" | "urgent";
  status: "open" | "in_progress" | "resolved" | "closed";
  assignee_admin_id: string | null;
  resolved_at_ms: number | null;
  resolution: string | null;
  read_at_ms: number | null;
  platform: string | null;
  app_version: string | null;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface DailyActivityTable {
  user_id: string;
  day: string;
  category: RecordsTable["record_type"];
  answers: number;
  correct: number;
  response_time_total_ms: number;
  new_words: number;
  review_words: number;
  mastered_words: number;
  study_ms: number;
}

/** A language model's answers about words; `topic` is the subject of the question. */
export interface WordModelAnswersTable {
  word_id: string;
  topic: "etymology" | "contexts";
  text_folded: string;
  answer_json: string;
  model: string;
  created_at_ms: number;
}

export interface WordConfusablesTable {
  word_id: string;
  text_folded: string;
  pairs_json: string;
  computed_at_ms: number;
}

export interface WordEmbeddingsTable {
  seq: Generated<number>;
  word_id: string;
  model: string;
  word_updated_at_ms: number;
  vector: Uint8Array;
}

export interface NotificationsTable {
  id: string;
  user_id: string;
  type: "system" | "achievement" | "reminder" | "info" | "broadcast";
  title: string;
  message: string;
  word_id: string | null;
  overdue_hours: number | null;
  once_key: string | null;
  read_at_ms: number | null;
  created_at_ms: number;
}
