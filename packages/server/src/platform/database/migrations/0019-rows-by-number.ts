import type { Migration } from "./migration.ts";

/**
 * On SQLite, stores records and memories in the order in which they were first written.
 *
 * Clustered tables keep whole rows in the inner pages of their tree, too. A memory takes a fifth of
 * a page: the tree was nine levels deep, and each answer wrote pages on several levels. Queries by
 * learner now use an index, which is small enough to stay in memory.
 *
 * One index serves both the due words and the number of words per state: both change with every
 * answer.
 */
export const rowsByNumber: Migration = {
  name: "0019-rows-by-number",
  statements: [`drop index word_states_state`, `drop index word_states_due`],
  sqlite: [
    `create table word_states_by_number (
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
    ) strict`,
    `insert into word_states_by_number select * from word_states`,
    `drop table word_states`,
    `alter table word_states_by_number rename to word_states`,
    `create index word_states_word on word_states (word_id)`,
    `create index word_states_due
      on word_states (user_id, next_review_at_ms, word_id, state)`,
    `create table records_by_number (
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
      created_at_ms integer not null,
      primary key (user_id, created_at_ms, id)
    ) strict`,
    `insert into records_by_number select * from records`,
    `drop table records`,
    `alter table records_by_number rename to records`,
    `create unique index records_client_id on records (user_id, client_record_id)`,
    `create index records_user_word
      on records (user_id, word_id, created_at_ms, record_type)`,
    `create index records_session on records (session_id) where session_id is not null`,
  ],
  postgres: [
    `create index word_states_due
      on word_states (user_id, next_review_at_ms, word_id, state)`,
  ],
};
