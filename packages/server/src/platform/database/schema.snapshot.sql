-- What all migrations together make, in SQLite's words.
-- Printed by `npm run docs`; change it by adding a migration.

create table activity_log (
  id integer primary key autoincrement,
  user_id text not null,
  action text not null,
  detail_json text not null,
  ip text,
  created_at_ms integer not null
) strict;

create trigger activity_log_learner after insert on activity_log
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index activity_log_time on activity_log (created_at_ms);

create index activity_log_user on activity_log (user_id, id);

create table added_words (
  user_id text not null primary key,
  day text not null,
  count integer not null
) strict, without rowid;

create trigger added_words_learner after insert on added_words
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table admin_notice_marks (
  kind text not null,
  subject text not null,
  last_at_ms integer not null,
  primary key (kind, subject)
) strict, without rowid;

create table admin_notice_reads (
  admin_id text not null,
  notice_id text not null,
  read_at_ms integer not null,
  primary key (admin_id, notice_id)
) strict, without rowid;

create table admin_notices (
  id text not null primary key,
  kind text not null,
  subject text not null,
  severity text not null,
  title text not null,
  message text not null,
  link text,
  created_at_ms integer not null
  , code text, args_json text) strict;

create index admin_notices_time on admin_notices (created_at_ms);

create table admins (
  id text primary key,
  email text not null unique,
  password_hash text not null,
  role text not null,
  failed_logins integer not null default 0,
  locked_until_ms integer,
  created_at_ms integer not null,
  updated_at_ms integer not null
) strict;

create table advisor_budget_alerts (
  month text not null primary key,
  created_at_ms integer not null
) strict, without rowid;

create table advisor_runs (
  name text not null primary key,
  holder text not null,
  expires_at_ms integer not null
) strict, without rowid;

create table advisor_whitelist (
  path text not null primary key,
  min_safe real not null,
  max_safe real not null
) strict, without rowid;

create table amas_events (
  user_id text not null,
  client_event_id text not null,
  created_at_ms integer not null,
  primary key (user_id, client_event_id)
) strict;

create trigger amas_events_learner after insert on amas_events
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index amas_events_time on amas_events (created_at_ms);

create table amas_suggestions (
  id integer primary key autoincrement,
  created_at_ms integer not null,
  based_on_version_hash text not null,
  checked_version_id integer not null,
  patch_json text not null,
  former_json text,
  rationale text not null,
  evidence_json text not null,
  status text not null,
  auto_applied_day text,
  decided_by text,
  decided_at_ms integer,
  decision_note text,
  cost_usd real not null,
  tokens_input integer not null,
  tokens_output integer not null,
  confidence real not null
) strict;

create index amas_suggestions_auto on amas_suggestions (auto_applied_day)
  where auto_applied_day is not null;

create index amas_suggestions_status on amas_suggestions (status);

create table answer_outbox (
  seq integer primary key autoincrement,
  user_id text not null,
  client_record_id text not null,
  draft_json text not null,
  accepted_at_ms integer not null,
  attempts integer not null default 0,
  run_after_ms integer not null,
  last_error text,
  dead_at_ms integer
) strict;

create trigger answer_outbox_learner after insert on answer_outbox
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index answer_outbox_dead on answer_outbox (dead_at_ms) where dead_at_ms is not null;

create index answer_outbox_failed on answer_outbox (run_after_ms) where attempts > 0;

create table api_keys (
  id text not null primary key,
  name text not null,
  prefix text not null unique,
  key_hash text not null,
  previous_hash text,
  previous_until_ms integer,
  scopes text not null,
  created_by text not null,
  created_at_ms integer not null,
  life_ms integer,
  expires_at_ms integer,
  last_used_at_ms integer,
  last_used_ip text,
  revoked_at_ms integer
  , earlier_json text not null default '[]') strict;

create index api_keys_admin on api_keys (created_by);

create table app_event_counts (
  day text not null,
  category text not null,
  name text not null,
  events integer not null,
  primary key (day, category, name)
) strict, without rowid;

create table app_event_errors (
  day text not null,
  name text not null,
  signature text not null,
  events integer not null,
  last_at_ms integer not null,
  sample_seqs_json text not null,
  primary key (day, name, signature)
) strict, without rowid;

create table app_event_learner_sets (
  day text not null,
  kind text not null,
  members blob not null,
  primary key (day, kind)
) strict;

create table app_event_learners (
  no integer primary key autoincrement,
  user_id text not null,
  first_day text not null
) strict;

create trigger app_event_learners_learner after insert on app_event_learners
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index app_event_learners_first on app_event_learners (first_day);

create unique index app_event_learners_user on app_event_learners (user_id);

create table app_event_progress (
  id integer primary key,
  counted_seq integer not null
) strict;

create table app_event_removals (
  id integer primary key,
  before_ms integer not null
) strict;

create table app_event_timings (
  day text not null,
  name text not null,
  events integer not null,
  buckets_json text not null,
  primary key (day, name)
) strict;

create table app_events (
  seq integer primary key autoincrement,
  device_id text not null,
  client_event_id text not null,
  user_id text not null,
  name text not null,
  category text not null,
  at_ms integer not null,
  received_at_ms integer not null,
  platform text not null,
  app_version text not null,
  props_json text
) strict;

create trigger app_events_learner after insert on app_events
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create unique index app_events_once on app_events (device_id, client_event_id);

create index app_events_time on app_events (at_ms, seq);

create index app_events_user on app_events (user_id);

create table app_settings (
  user_id text not null primary key,
  revision integer not null,
  settings_json text not null,
  updated_at_ms integer not null
) strict, without rowid;

create trigger app_settings_learner after insert on app_settings
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table archive_charges (
  user_id text not null primary key,
  charged_at_ms integer not null
) strict;

create trigger archive_charges_learner after insert on archive_charges
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table audit_log (
  id integer primary key autoincrement,
  admin_id text,
  action text not null,
  target_type text,
  target_id text,
  metadata_json text not null,
  outcome text not null,
  error text,
  from_version text,
  to_version text,
  channel text,
  started_at_ms integer not null,
  completed_at_ms integer
  , ip text, session_id text, before_json text, after_json text, target_name text) strict;

create index audit_log_action on audit_log (action, id);

create index audit_log_admin on audit_log (admin_id, id);

create index audit_log_target on audit_log (target_type, target_id, id);

create index audit_log_time on audit_log (started_at_ms);

create index audit_log_updates on audit_log (id)
  where action in ('self_update', 'rollback');

create table avatar_blobs (
  user_id text not null primary key,
  type text not null,
  sha256 text not null,
  bytes blob not null
) strict;

create trigger avatar_blobs_learner after insert on avatar_blobs
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table backups (
  host text not null,
  name text not null,
  kind text not null,
  size_bytes integer not null,
  sha256 text not null,
  version text,
  schema_number integer,
  verified integer not null,
  created_at_ms integer not null, sequence integer not null default 0,
  primary key (host, name)
) strict, without rowid;

create table badges (
  user_id text not null,
  badge_id text not null,
  unlocked_at_ms integer not null,
  primary key (user_id, badge_id)
) strict, without rowid;

create trigger badges_learner after insert on badges
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table broadcast_users (
  broadcast_id text not null,
  user_id text not null,
  primary key (broadcast_id, user_id)
) strict, without rowid;

create trigger broadcast_users_learner after insert on broadcast_users
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index broadcast_users_user on broadcast_users (user_id);

create table broadcasts (
  id text not null primary key,
  title text not null,
  message text not null,
  audience_json text not null,
  status text not null,
  created_by text not null,
  scheduled_at_ms integer,
  started_at_ms integer,
  touched_at_ms integer not null,
  finished_at_ms integer,
  cursor text not null,
  attempts integer not null,
  sent_count integer not null,
  read_count integer,
  error text,
  created_at_ms integer not null
) strict;

create index broadcasts_started on broadcasts (started_at_ms, id);

create index broadcasts_status on broadcasts (status, scheduled_at_ms);

create table brought_ids (
  user_id text not null,
  id text not null,
  origin_id text not null,
  primary key (user_id, id)
) strict;

create trigger brought_ids_learner after insert on brought_ids
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table daily_activity (
  user_id text not null,
  day text not null,
  category text not null,
  answers integer not null,
  correct integer not null,
  response_time_total_ms real not null,
  new_words integer not null,
  review_words integer not null,
  mastered_words integer not null,
  study_ms integer not null,
  primary key (user_id, day, category)
) strict, without rowid;

create trigger daily_activity_learner after insert on daily_activity
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index daily_activity_day on daily_activity (day);

create table data_exports (
  user_id text primary key,
  charged_at_ms integer not null
) strict;

create trigger data_exports_learner after insert on data_exports
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table deck_note_types (
  user_id text not null,
  key text not null,
  type_id text not null,
  name text not null,
  is_cloze integer not null,
  fields_json text not null,
  templates_json text not null,
  css text not null,
  primary key (user_id, key)
) strict;

create trigger deck_note_types_owner after insert on deck_note_types
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table deck_notes (
  user_id text not null,
  word_id text not null,
  guid text not null,
  note_id integer not null,
  type_key text not null,
  modified_s integer not null,
  tags_json text not null,
  fields_json text not null,
  cards_json text not null, reviews_json text not null default '[]',
  primary key (user_id, word_id)
) strict;

create trigger deck_notes_owner after insert on deck_notes
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index deck_notes_guid on deck_notes (user_id, guid);

create index deck_notes_type on deck_notes (user_id, type_key);

create index deck_notes_word on deck_notes (word_id);

create table devices (
  id text primary key,
  user_id text,
  platform text not null,
  app_version text,
  model text,
  time_zone text,
  language text,
  profile_json text,
  fingerprint text,
  fingerprint_coarse text,
  ip text,
  first_seen_at_ms integer not null,
  last_seen_at_ms integer not null,
  banned_at_ms integer,
  ban_reason text,
  risk_reason text,
  risk_flagged_at_ms integer,
  risk_related_device text
) strict;

create trigger devices_learner after insert on devices
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create trigger devices_learner_changed after update of user_id on devices
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index devices_banned on devices (banned_at_ms);

create index devices_fingerprint on devices (fingerprint);

create index devices_fingerprint_coarse on devices (fingerprint_coarse);

create index devices_first_seen on devices (first_seen_at_ms, id);

create index devices_flagged on devices (risk_flagged_at_ms);

create index devices_seen on devices (last_seen_at_ms, id);

create index devices_user on devices (user_id, last_seen_at_ms);

create table dictionaries (
  seq integer primary key autoincrement,
  id text not null unique,
  name text not null,
  state text not null,
  has_file integer not null,
  title text not null,
  revision text not null,
  attribution text not null,
  language text,
  meaning_language text,
  entries integer not null,
  size_bytes integer not null,
  kinds_json text not null,
  enabled integer not null,
  position integer not null,
  progress real not null,
  created_at_ms integer not null,
  changed_at_ms integer not null,
  finished_at_ms integer,
  error_code text,
  error_message text,
  problems_json text not null,
  problem_count integer not null
) strict;

create table dictionary_entries (
  dictionary_seq integer not null,
  seq integer not null,
  text_folded text not null,
  entry_json text not null,
  primary key (dictionary_seq, seq)
) strict, without rowid;

create trigger dictionary_entries_owner after insert on dictionary_entries
  when not exists (select 1 from dictionaries where seq = new.dictionary_seq)
  begin
  select raise(abort, 'the dictionary it belongs to is gone');
  end;

create index dictionary_entries_text on dictionary_entries (text_folded, dictionary_seq);

create table dictionary_parts (
  dictionary_seq integer not null,
  part integer not null,
  bytes blob not null,
  primary key (dictionary_seq, part)
) strict;

create trigger dictionary_parts_owner after insert on dictionary_parts
  when not exists (select 1 from dictionaries where seq = new.dictionary_seq)
  begin
  select raise(abort, 'the dictionary it belongs to is gone');
  end;

create table email_changes (
  user_id text primary key,
  email text,
  password_mark text,
  token_hash text,
  requested_at_ms integer not null,
  confirm_due_at_ms integer,
  notice_due_at_ms integer,
  counted_since_ms integer not null,
  requests integer not null
  , ip text, session_id text) strict;

create trigger email_changes_learner after insert on email_changes
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create unique index email_changes_token on email_changes (token_hash);

create table engine_arm_stats (
  canary_id integer not null,
  arm text not null,
  answers integer not null,
  reward_sum real not null,
  reward_squares real not null,
  anomalies integer not null,
  primary key (canary_id, arm)
) strict, without rowid;

create table engine_canaries (
  id integer primary key autoincrement,
  version_hash text not null,
  percent real not null,
  force_user_ids_json text not null,
  min_account_age_days integer,
  prefer_active integer not null,
  web_only integer not null,
  auto_scale_24h integer not null,
  status text not null,
  started_at_ms integer not null,
  scaled_at_ms integer not null,
  ended_at_ms integer,
  verdict_json text
) strict;

create unique index engine_canaries_active on engine_canaries (status)
  where status = 'active';

create table engine_config_trials (
  version_hash text primary key,
  parent_version_hash text,
  content_hash text not null,
  snapshot_json text not null,
  author_admin_id text not null,
  note text,
  created_at_ms integer not null
) strict, without rowid;

create table engine_config_versions (
  id integer primary key autoincrement,
  version_hash text not null unique,
  parent_version_hash text,
  content_hash text not null,
  snapshot_json text not null,
  source text not null,
  author_admin_id text,
  note text,
  created_at_ms integer not null
) strict;

create unique index engine_config_versions_chain
  on engine_config_versions (coalesce(parent_version_hash, ''));

create index engine_config_versions_content on engine_config_versions (content_hash);

create table engine_counters (
  day text not null,
  algorithm text not null,
  calls integer not null,
  total_us real not null,
  errors integer not null,
  primary key (day, algorithm)
) strict, without rowid;

create table engine_events (
  id text primary key,
  user_id text not null,
  session_id text not null,
  event_type text not null,
  created_at_ms integer not null,
  latency_ms real not null,
  is_correct integer not null,
  is_anomaly integer not null,
  cold_start_phase text,
  reward_value real not null,
  attention real not null,
  fatigue real not null,
  motivation real not null,
  confidence real not null,
  config_version text not null,
  event_json text not null
  , experiment_arm text, predicted real) strict;

create trigger engine_events_learner after insert on engine_events
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index engine_events_time on engine_events (created_at_ms, event_type, is_correct, is_anomaly, cold_start_phase, experiment_arm, predicted, latency_ms, reward_value, attention, fatigue, motivation, confidence);

create index engine_events_user on engine_events (user_id);

create index engine_events_version on engine_events (
  config_version, created_at_ms, is_anomaly, latency_ms, reward_value,
  attention, fatigue, motivation, confidence
);

create table engine_fits (
  user_id text primary key,
  stage text not null,
  requested_at_ms integer not null,
  run_after_ms integer,
  attempts integer not null,
  fitted_at_ms integer,
  reviews integer,
  weights_json text,
  report_json text
) strict;

create trigger engine_fits_learner after insert on engine_fits
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index engine_fits_waiting on engine_fits (run_after_ms)
  where run_after_ms is not null;

create table engine_policies (
  user_id text not null,
  basis text not null,
  policy_json text not null,
  solved_at_ms integer not null,
  primary key (user_id, basis)
) strict;

create trigger engine_policies_learner after insert on engine_policies
  when new.user_id <> '' and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table engine_states (
  user_id text primary key,
  state_json text not null,
  revision integer not null,
  updated_at_ms integer not null
  , batches_json text, settle_at_ms integer) strict;

create trigger engine_states_learner after insert on engine_states
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index engine_states_settle on engine_states (settle_at_ms)
  where settle_at_ms is not null;

create table experiment_arms (
  experiment_id text not null,
  user_id text not null,
  arm text not null,
  exposed_day text not null,
  exposed_at_ms integer not null,
  primary key (experiment_id, user_id)
) strict, without rowid;

create trigger experiment_arms_learner after insert on experiment_arms
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index experiment_arms_user on experiment_arms (user_id);

create table experiments (
  id text primary key,
  name text not null,
  status text not null,
  treatment_patch_json text not null,
  primary_metric text not null,
  guardrail_metrics_json text not null,
  min_sample integer not null,
  alpha real not null,
  mde real not null,
  traffic_pct real not null,
  started_at_ms integer not null,
  concluded_at_ms integer,
  version_hash text not null,
  conclusion_json text
) strict;

create unique index experiments_running on experiments (status) where status = 'running';

create index experiments_time on experiments (started_at_ms, id);

create table feedback (
  id text primary key,
  user_id text not null,
  category text not null,
  content text not null,
  route text,
  priority text not null,
  status text not null,
  assignee_admin_id text,
  resolved_at_ms integer,
  resolution text,
  read_at_ms integer,
  platform text,
  app_version text,
  created_at_ms integer not null,
  updated_at_ms integer not null
  , first_response_at_ms integer) strict;

create trigger feedback_learner after insert on feedback
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index feedback_status on feedback (status, created_at_ms);

create index feedback_time on feedback (created_at_ms, id);

create index feedback_user on feedback (user_id, created_at_ms, id);

create table feedback_events (
  id text not null primary key,
  feedback_id text not null,
  kind text not null,
  actor text not null,
  summary text not null,
  created_at_ms integer not null
) strict;

create trigger feedback_events_owner after insert on feedback_events
  when not exists (select 1 from feedback where id = new.feedback_id)
  begin
  select raise(abort, 'what it belongs to is gone');
  end;

create index feedback_events_item on feedback_events (feedback_id, created_at_ms);

create table feedback_replies (
  id text not null primary key,
  feedback_id text not null,
  author_kind text not null,
  author_id text not null,
  body text not null,
  created_at_ms integer not null
) strict;

create trigger feedback_replies_owner after insert on feedback_replies
  when not exists (select 1 from feedback where id = new.feedback_id)
  begin
  select raise(abort, 'what it belongs to is gone');
  end;

create index feedback_replies_item on feedback_replies (feedback_id, created_at_ms);

create table first_admin (
  slot integer primary key,
  admin_id text not null
) strict;

create table import_books (
  wordbook_id text not null primary key,
  user_id text not null
) strict;

create trigger import_books_owner after insert on import_books
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index import_books_user on import_books (user_id);

create table import_changes (
  import_id text not null,
  seq integer not null,
  what text not null,
  word_id text not null,
  wordbook_id text not null,
  before_json text,
  primary key (import_id, seq)
) strict;

create trigger import_changes_owner after insert on import_changes
  when not exists (select 1 from imports where id = new.import_id)
  begin
  select raise(abort, 'the import it belongs to is gone');
  end;

create index import_changes_word on import_changes (word_id);

create table import_parts (
  import_id text not null,
  part integer not null,
  bytes blob not null,
  primary key (import_id, part)
) strict;

create trigger import_parts_owner after insert on import_parts
  when not exists (select 1 from imports where id = new.import_id)
  begin
  select raise(abort, 'the import it belongs to is gone');
  end;

create table imported_activity (
  user_id text not null,
  day text not null,
  category text not null,
  answers integer not null,
  correct integer not null,
  response_time_total_ms real not null,
  new_words integer not null,
  review_words integer not null,
  mastered_words integer not null,
  study_ms integer not null,
  primary key (user_id, day, category)
) strict, without rowid;

create trigger imported_activity_owner after insert on imported_activity
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table imports (
  id text not null primary key,
  user_id text not null,
  name text not null,
  kind text not null,
  size_bytes integer not null,
  state text not null,
  progress real not null,
  step text not null,
  created_at_ms integer not null,
  changed_at_ms integer not null,
  finished_at_ms integer,
  error_code text,
  error_message text,
  options_json text,
  preview_json text,
  counts_json text,
  problems_json text not null,
  problem_count integer not null,
  book_ids_json text not null
  , result_json text, error_problem text) strict;

create trigger imports_owner after insert on imports
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index imports_state on imports (state, changed_at_ms);

create index imports_user on imports (user_id, created_at_ms);

create table job_leases (
  worker text primary key,
  holder text not null,
  expires_at_ms integer not null
  , running_since_ms integer) strict;

create table job_run_requests (
  worker text not null primary key,
  requested_at_ms integer not null
) strict;

create table job_runs (
  id integer primary key autoincrement,
  worker text not null,
  started_at_ms integer not null,
  duration_ms integer not null,
  outcome text not null,
  error text
) strict;

create index job_runs_worker on job_runs (worker, id);

create table joined_words (
  former_id text not null primary key,
  word_id text not null
) strict, without rowid;

create index joined_words_word on joined_words (word_id);

create table learner_goals (
  user_id text primary key,
  goal text not null,
  own_recall real,
  updated_at_ms integer not null
) strict;

create trigger learner_goals_learner after insert on learner_goals
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table learner_replays (
  user_id text not null primary key,
  from_ms integer not null
) strict;

create trigger learner_replays_owner after insert on learner_replays
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table learning_sessions (
  id text primary key,
  user_id text not null,
  status text not null,
  target_mastery_count integer not null,
  total_questions integer not null default 0,
  context_shifts integer not null default 0,
  correct_count integer not null default 0,
  total_count integer not null default 0,
  response_time_total_ms integer not null default 0,
  duration_ms integer not null default 0,
  last_event_at_ms integer not null,
  summary_json text,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  completed_at_ms integer
  , long_gaps_json text) strict;

create trigger learning_sessions_learner after insert on learning_sessions
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create unique index learning_sessions_active on learning_sessions (user_id)
  where status = 'active';

create index learning_sessions_time on learning_sessions (created_at_ms);

create index learning_sessions_user on learning_sessions (user_id, created_at_ms, id);

create table llm_reservations (
  id integer primary key autoincrement,
  day text not null,
  usd real not null,
  prompt_tokens integer not null,
  prompt_usd real not null,
  expires_at_ms integer not null
) strict;

create table llm_usage (
  day text primary key,
  calls integer not null,
  tokens_input integer not null,
  tokens_output integer not null,
  cost_usd real not null,
  reserved_usd real not null
) strict;

create table media (
  id text not null primary key,
  user_id text,
  sha256 text not null,
  name text not null,
  mime text not null,
  size_bytes integer not null,
  created_at_ms integer not null
) strict;

create trigger media_owner after insert on media
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create trigger media_unused after delete on media
  when not exists (select 1 from media where sha256 = old.sha256)
  begin
  delete from media_blobs where sha256 = old.sha256;
  end;

create index media_blob on media (sha256);

create unique index media_content on media (coalesce(user_id, ''), sha256);

create index media_user on media (user_id, created_at_ms);

create table media_blobs (
  sha256 text not null primary key,
  bytes blob not null
) strict;

create table media_sources (
  user_id text,
  url_sha256 text not null,
  media_id text,
  tries integer not null,
  next_at_ms integer not null
) strict;

create trigger media_sources_owner after insert on media_sources
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index media_sources_media on media_sources (media_id);

create unique index media_sources_url on media_sources (coalesce(user_id, ''), url_sha256);

create table moved_words (
  user_id text not null,
  former_id text not null,
  word_id text not null,
  primary key (user_id, former_id)
) strict, without rowid;

create trigger moved_words_learner after insert on moved_words
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index moved_words_word on moved_words (word_id);

create table notifications (
  id text primary key,
  user_id text not null,
  type text not null,
  title text not null,
  message text not null,
  word_id text,
  overdue_hours real,
  once_key text,
  read_at_ms integer,
  created_at_ms integer not null
  , content_json text) strict;

create trigger notifications_learner after insert on notifications
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index notifications_broadcast_reads on notifications (once_key)
  where type = 'broadcast' and read_at_ms is not null;

create unique index notifications_once on notifications (once_key, user_id);

create index notifications_read on notifications (created_at_ms) where read_at_ms is not null;

create index notifications_unread on notifications (user_id, created_at_ms, id)
  where read_at_ms is null;

create index notifications_user on notifications (user_id, created_at_ms, id);

create table pack_installs (
  id text primary key,
  user_id text not null,
  device_id text,
  pack_id text not null,
  version text not null,
  outcome text not null,
  app_version text,
  created_at_ms integer not null
) strict;

create trigger pack_installs_learner after insert on pack_installs
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index pack_installs_pack on pack_installs (pack_id, version, outcome);

create index pack_installs_time on pack_installs (created_at_ms, outcome);

create index pack_installs_user on pack_installs (user_id);

create table password_reset_requests (
  id integer primary key autoincrement,
  email text not null,
  requested_at_ms integer not null,
  due_at_ms integer not null
) strict;

create table password_resets (
  token_hash text primary key,
  user_id text not null,
  made_by text not null,
  created_at_ms integer not null,
  expires_at_ms integer not null,
  used_at_ms integer
  , token_sealed text) strict;

create trigger password_resets_learner after insert on password_resets
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index password_resets_user on password_resets (user_id);

create table preferences (
  user_id text primary key,
  theme text not null default 'system',
  language text not null default 'en',
  notification_enabled integer not null default 1,
  sound_enabled integer not null default 1,
  time_zone text,
  day_start_hour integer not null default 0
) strict;

create trigger preferences_learner after insert on preferences
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table probe_batches (
  id text primary key,
  admin_id text not null,
  script_body text not null,
  script_sha256 text not null,
  has_cmd_call integer not null,
  note text,
  timeout_ms integer not null,
  created_at_ms integer not null
) strict;

create index probe_batches_time on probe_batches (created_at_ms);

create table probe_requests (
  id text primary key,
  batch_id text not null,
  admin_id text not null,
  device_id text not null,
  user_id text,
  status text not null,
  dispatched_at_ms integer not null,
  due_at_ms integer,
  confirm_token text,
  confirm_by_ms integer,
  confirmed_at_ms integer,
  completed_at_ms integer,
  result_json text,
  stderr text,
  duration_ms integer,
  truncated integer not null
) strict;

create trigger probe_requests_learner after insert on probe_requests
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index probe_requests_batch on probe_requests (batch_id);

create index probe_requests_device on probe_requests (device_id);

create index probe_requests_due on probe_requests (due_at_ms)
  where due_at_ms is not null;

create index probe_requests_time on probe_requests (dispatched_at_ms, id);

create index probe_requests_user on probe_requests (user_id);

create table "records" (
  id text not null,
  user_id text not null,
  word_id text not null,
  is_correct integer not null,
  response_time_ms real not null,
  session_id text,
  record_type text not null,
  self_rating integer,
  question_mode text,
  client_record_id text,
  details_json text,
  created_at_ms integer not null, import_id text,
  primary key (user_id, created_at_ms, id)
) strict;

create trigger records_learner after insert on records
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create unique index records_client_id on records (user_id, client_record_id);

create index records_session on records (session_id) where session_id is not null;

create index records_user_word
  on records (user_id, word_id, created_at_ms, record_type);

create table release_list (
  id integer not null primary key,
  url text not null,
  etag text,
  releases_json text not null,
  checked_at_ms integer,
  blocked_until_ms integer
) strict;

create table release_news (
  channel text not null,
  tag text not null,
  told_at_ms integer not null,
  primary key (channel, tag)
) strict, without rowid;

create table removed_words (
  word_id text not null primary key,
  removed_at_ms integer not null
) strict, without rowid;

create table replay_words (
  user_id text not null,
  word_id text not null,
  primary key (user_id, word_id)
) strict;

create trigger replay_words_owner after insert on replay_words
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index replay_words_word on replay_words (word_id);

create table report_snapshots (
  report text not null,
  variant text not null,
  day text not null,
  computed_at_ms integer not null,
  content_json text not null, took_ms integer,
  primary key (report, variant)
) strict, without rowid;

create table request_stats (
  span_ms integer not null,
  start_ms integer not null,
  instance_id text not null,
  slots_json text not null,
  routes_json text not null,
  primary key (span_ms, start_ms, instance_id)
) strict, without rowid;

create table resource_pack_channels (
  pack_id text not null,
  channel text not null,
  version text,
  last_broadcast_at_ms integer,
  primary key (pack_id, channel)
) strict;

create table resource_pack_keys (
  name text not null primary key,
  public_key text not null
) strict;

create table resource_pack_payloads (
  pack_id text not null,
  version text not null,
  bytes blob not null,
  primary key (pack_id, version)
) strict;

create table resource_pack_versions (
  pack_id text not null,
  version text not null,
  channel text not null,
  sha256 text not null,
  signature text not null,
  size_bytes integer not null,
  min_app_version text,
  published_at_ms integer not null,
  deactivated_at_ms integer,
  primary key (pack_id, version)
) strict;

create table resource_packs (
  pack_id text not null primary key,
  description text not null,
  created_at_ms integer not null,
  updated_at_ms integer not null
) strict;

create table restores (
  id integer not null primary key,
  epoch text not null,
  backup_at_ms integer not null,
  restored_at_ms integer not null
) strict;

create table schema_reader (
  id integer not null primary key,
  min_reader_schema integer not null
) strict;

create table service_instances (
  id text not null primary key,
  host text not null,
  pid integer not null,
  version text not null,
  started_at_ms integer not null,
  last_seen_at_ms integer not null
) strict;

create index service_instances_seen on service_instances (last_seen_at_ms);

create table sessions (
  id text primary key,
  kind text not null,
  account_id text not null,
  refresh_id text,
  previous_refresh_id text,
  rotated_at_ms integer,
  created_at_ms integer not null,
  expires_at_ms integer not null
  , platform text, device_label text, ip text, user_agent text, last_seen_at_ms integer, device_mark text) strict;

create trigger sessions_learner after insert on sessions
  when new.kind = 'learner' and not exists (select 1 from users where id = new.account_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index sessions_account on sessions (kind, account_id, created_at_ms);

create index sessions_expiry on sessions (expires_at_ms);

create table settings_snapshots (
  seq integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  name text not null,
  note text,
  values_json text not null,
  created_at_ms integer not null,
  created_by text
) strict;

create table setup_tokens (
  sha256 text not null primary key,
  created_at_ms integer not null
) strict, without rowid;

create table slip_dismissals (
  user_id text not null,
  word_id text not null,
  dismissed_at_ms integer not null,
  primary key (user_id, word_id)
) strict, without rowid;

create trigger slip_dismissals_learner after insert on slip_dismissals
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index slip_dismissals_word on slip_dismissals (word_id);

create table speech_counts (
  user_id text not null primary key,
  day text not null,
  count integer not null
) strict, without rowid;

create trigger speech_counts_learner after insert on speech_counts
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table starter_words (
  word_id text not null primary key,
  language text not null,
  fingerprint text not null
) strict, without rowid;

create table study_configs (
  user_id text primary key,
  selected_wordbook_ids_json text not null,
  daily_word_count integer not null,
  study_mode text not null,
  daily_mastery_target integer not null,
  updated_at_ms integer not null
  , learning_languages_json text not null default '[]') strict;

create trigger study_configs_learner after insert on study_configs
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table suspended_words (
  user_id text not null,
  word_id text not null,
  reason text not null,
  until_ms integer,
  created_at_ms integer not null,
  primary key (user_id, word_id)
) strict, without rowid;

create trigger suspended_words_learner after insert on suspended_words
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index suspended_words_word on suspended_words (word_id);

create table system_settings (
  key text primary key,
  value_json text not null,
  updated_at_ms integer not null
  , updated_by text) strict;

create table telemetry_reports (
  id text primary key,
  device_id text not null,
  user_id text not null,
  event_type text not null,
  request_id text,
  client_at_ms integer not null,
  server_at_ms integer not null,
  session_duration_secs integer,
  actions_per_min real,
  error_count integer,
  avg_response_ms real,
  current_route text,
  click_count integer,
  device_json text,
  behavior_json text,
  feature_usage_json text
) strict;

create trigger telemetry_reports_learner after insert on telemetry_reports
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index telemetry_reports_device on telemetry_reports (device_id, server_at_ms, id);

create index telemetry_reports_time on telemetry_reports (server_at_ms);

create index telemetry_reports_user on telemetry_reports (user_id);

create table traffic_notes (
  kind text primary key,
  first_at_ms integer not null,
  last_at_ms integer not null
  , conditions text) strict, without rowid;

create table uncounted_sign_ins (
  id integer primary key,
  attempts integer not null
) strict;

create table upgrade_broadcasts (
  platform text primary key,
  below_version text not null,
  latest_version text not null,
  message text,
  created_at_ms integer not null,
  created_by text not null
) strict;

create table upgrade_policies (
  platform text primary key,
  min_version text,
  suggested_version text,
  grayscale_pct integer not null,
  pwa_silent_update integer not null,
  updated_at_ms integer not null,
  updated_by text not null
) strict;

create table user_profiles (
  user_id text primary key,
  reward_type text not null,
  updated_at_ms integer not null
) strict;

create trigger user_profiles_learner after insert on user_profiles
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table users (
  id text primary key,
  email text not null unique,
  username text not null,
  password_hash text not null,
  role text not null default 'user',
  is_banned integer not null default 0,
  failed_logins integer not null default 0,
  locked_until_ms integer,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  last_login_at_ms integer
  , avatar_type text, last_seen_at_ms integer, username_folded text not null default '') strict;

create index users_created on users (created_at_ms, id);

create index users_name on users (username_folded, id);

create index users_seen on users ((coalesce(last_seen_at_ms, 0)), id);

create table versions_run (
  version text not null primary key,
  schema_number integer not null,
  min_reader_schema integer not null,
  first_run_at_ms integer not null
) strict, without rowid;

create table word_confusables (
  word_id text primary key,
  text_folded text not null,
  pairs_json text not null,
  computed_at_ms integer not null
) strict;

create table word_embeddings (
  seq integer primary key autoincrement,
  word_id text not null unique,
  model text not null,
  word_updated_at_ms integer not null,
  vector blob not null
) strict;

create index word_embeddings_model on word_embeddings (model, seq);

create table word_favorites (
  user_id text not null,
  word_id text not null,
  created_at_ms integer not null,
  primary key (user_id, word_id)
) strict;

create trigger word_favorites_learner after insert on word_favorites
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index word_favorites_word on word_favorites (word_id);

create table word_media (
  user_id text not null,
  word_id text not null,
  name text not null,
  media_id text not null,
  primary key (user_id, word_id, name)
) strict;

create trigger word_media_owner after insert on word_media
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index word_media_media on word_media (media_id);

create index word_media_word on word_media (word_id);

create table word_model_answers (
  word_id text not null,
  topic text not null,
  text_folded text not null,
  answer_json text not null,
  model text not null,
  created_at_ms integer not null,
  primary key (word_id, topic)
) strict;

create table word_morphemes (
  word_id text primary key,
  morphemes_json text not null,
  updated_at_ms integer not null
) strict;

create table word_notes (
  id text primary key,
  user_id text not null,
  word_id text not null,
  content text not null,
  created_at_ms integer not null,
  updated_at_ms integer not null
) strict;

create trigger word_notes_learner after insert on word_notes
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index word_notes_user on word_notes (user_id, word_id, created_at_ms);

create index word_notes_word on word_notes (word_id);

create table word_ratings (
  word_id text primary key,
  rating_json text not null,
  updated_at_ms integer not null
) strict, without rowid;

create table word_restarts (
  user_id text not null,
  word_id text not null,
  at_ms integer not null,
  import_id text not null,
  primary key (user_id, word_id, at_ms)
) strict;

create trigger word_restarts_owner after insert on word_restarts
  when not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index word_restarts_word on word_restarts (word_id);

create table word_sources (
  word_id text not null primary key,
  dictionary_seq integer not null
) strict, without rowid;

create trigger word_sources_owner after insert on word_sources
  when not exists (select 1 from words where id = new.word_id)
  begin
  select raise(abort, 'the word it belongs to is gone');
  end;

create index word_sources_dictionary on word_sources (dictionary_seq);

create table "word_states" (
  user_id text not null,
  word_id text not null,
  state text not null,
  mastery_level real not null,
  next_review_at_ms integer,
  half_life_hours real not null,
  correct_streak integer not null,
  total_attempts integer not null,
  stability_days real not null,
  last_answer_at_ms integer,
  memory_json text,
  created_at_ms integer not null,
  updated_at_ms integer not null, mastery_edges text,
  primary key (user_id, word_id)
) strict;

create trigger word_states_learner after insert on word_states
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index word_states_due
  on word_states (user_id, next_review_at_ms, word_id, state);

create index word_states_word on word_states (word_id);

create table word_versions (
  user_id text not null,
  word_id text not null,
  fields_json text not null,
  meaning_folded text,
  updated_at_ms integer not null, meaning_keys text, reading_keys text,
  primary key (user_id, word_id)
) strict, without rowid;

create trigger word_versions_learner after insert on word_versions
  when true and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index word_versions_recorded_elsewhere on word_versions (user_id, word_id)
  where replace(fields_json, '"audioUrl":"https://', '') <> fields_json;

create index word_versions_word on word_versions (word_id);

create table wordbook_center_settings (
  user_id text primary key,
  url text
) strict;

create trigger wordbook_center_settings_learner after insert on wordbook_center_settings
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create table wordbook_history (
  id text not null primary key,
  wordbook_id text not null,
  at_ms integer not null,
  actor_kind text not null,
  actor_id text,
  action text not null,
  count integer,
  detail text not null
) strict;

create trigger wordbook_history_owner after insert on wordbook_history
  when not exists (select 1 from wordbooks where id = new.wordbook_id)
  begin
  select raise(abort, 'what it belongs to is gone');
  end;

create index wordbook_history_book on wordbook_history (wordbook_id, at_ms, id);

create table wordbook_import_words (
  wordbook_id text not null,
  word_id text not null,
  text_folded text not null,
  primary key (wordbook_id, word_id)
) strict;

create trigger wordbook_import_words_book after insert on wordbook_import_words
  when true and not exists (select 1 from wordbooks where id = new.wordbook_id)
  begin
  select raise(abort, 'the wordbook is gone');
  end;

create table wordbook_imports (
  id text primary key,
  wordbook_id text not null,
  user_id text,
  remote_id text,
  source_url text not null,
  version text not null,
  words_imported integer not null,
  words_skipped integer not null,
  imported_at_ms integer not null
) strict;

create trigger wordbook_imports_learner after insert on wordbook_imports
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index wordbook_imports_book on wordbook_imports (wordbook_id);

create index wordbook_imports_user on wordbook_imports (user_id, imported_at_ms);

create table wordbook_words (
  wordbook_id text not null,
  word_id text not null,
  position integer not null,
  added_at_ms integer not null,
  primary key (wordbook_id, word_id)
) strict;

create trigger wordbook_words_book after insert on wordbook_words
  when true and not exists (select 1 from wordbooks where id = new.wordbook_id)
  begin
  select raise(abort, 'the wordbook is gone');
  end;

create index wordbook_words_order on wordbook_words (wordbook_id, position, word_id);

create index wordbook_words_word on wordbook_words (word_id);

create table wordbooks (
  id text primary key,
  name text not null,
  description text not null,
  type text not null,
  user_id text,
  tags_json text not null,
  created_at_ms integer not null,
  updated_at_ms integer not null
  , language text, meaning_language text) strict;

create trigger wordbooks_learner after insert on wordbooks
  when new.user_id is not null and not exists (select 1 from users where id = new.user_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index wordbooks_owner on wordbooks (type, user_id, created_at_ms);

create table words (
  seq integer primary key autoincrement,
  id text not null unique,
  text text not null,
  text_folded text not null,
  meaning text not null,
  meaning_folded text not null,
  pronunciation text,
  part_of_speech text,
  difficulty real not null,
  examples_json text not null,
  tags_json text not null,
  created_at_ms integer not null,
  updated_at_ms integer not null
  , language text not null default 'en', meaning_language text not null default 'en', reading text, example_meanings_json text not null default '[]', audio_url text, owner_id text, based_on text, text_keys text, meaning_keys text, reading_keys text) strict;

create trigger words_learner after insert on words
  when new.owner_id is not null and not exists (select 1 from users where id = new.owner_id)
  begin
  select raise(abort, 'the account is gone');
  end;

create index words_based_on on words (based_on) where based_on is not null;

create index words_library on words (seq, language) where owner_id is null;

create index words_library_text on words (text_folded, id) where owner_id is null;

create index words_own on words (owner_id, seq) where owner_id is not null;

create index words_own_text on words (owner_id, text_folded, id) where owner_id is not null;

create index words_recorded_at on words (substr(audio_url, 1, 200))
  where substr(audio_url, 1, 8) = 'https://';

create index words_recorded_elsewhere on words (seq)
  where substr(audio_url, 1, 8) = 'https://';

create index words_recording on words (audio_url)
  where substr(audio_url, 1, 11) = '/api/media/';

create virtual table words_search using fts5 (
  tokens, content='', contentless_delete=1, detail=none,
  tokenize='unicode61 remove_diacritics 0'
);
