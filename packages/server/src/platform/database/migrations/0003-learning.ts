import type { Migration } from "./migration.ts";

/**
 * Learning sessions, one engine row per learner, one memory row per learner and word.
 *
 * word_states has columns for what is queried (state, due time, stability) and the engine's memory
 * as JSON. The keys of all learner tables start with user_id, so that they can be sharded by it.
 */
export const learning: Migration = {
  name: "0003-learning",
  statements: [
    `create table study_configs (
      user_id text primary key,
      selected_wordbook_ids_json text not null,
      daily_word_count integer not null,
      study_mode text not null,
      daily_mastery_target integer not null,
      updated_at_ms integer not null
    )`,
    `create table learning_sessions (
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
    )`,
    `create index learning_sessions_user on learning_sessions (user_id, created_at_ms, id)`,
    // At most one active session per learner.
    `create unique index learning_sessions_active on learning_sessions (user_id)
      where status = 'active'`,
    `create table engine_states (
      user_id text primary key,
      state_json text not null,
      revision integer not null,
      updated_at_ms integer not null
    )`,
    `create table word_states (
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
      updated_at_ms integer not null,
      primary key (user_id, word_id)
    ) clustered`,
    `create index word_states_due on word_states (user_id, next_review_at_ms)`,
    `create index word_states_state on word_states (user_id, state)`,
    `create index word_states_word on word_states (word_id)`,
    `create table word_ratings (
      word_id text primary key,
      rating_json text not null,
      updated_at_ms integer not null
    ) clustered`,
    // Ids of engine events already received through /api/amas; a repeated event has no effect.
    `create table amas_events (
      user_id text not null,
      client_event_id text not null,
      created_at_ms integer not null,
      primary key (user_id, client_event_id)
    )`,
  ],
};
