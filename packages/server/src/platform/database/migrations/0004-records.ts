import type { Migration } from "./migration.ts";

/**
 * Stored answers, and accepted answers that have not been processed yet.
 *
 * Records are stored in the order in which a learner gave them. client_record_id is the idempotency
 * key, unique per learner for ever; rows without one never conflict.
 *
 * The outbox is optimized for fast acceptance: rows are only appended, and no index has to be
 * updated. It may contain the same answer twice, because the records are checked when it is
 * applied. It is read in order of seq. dead_at_ms marks a row that failed too often and waits for
 * an operator.
 */
export const records: Migration = {
  name: "0004-records",
  statements: [
    `create table records (
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
    ) clustered`,
    `create unique index records_client_id on records (user_id, client_record_id)`,
    `create index records_user_word on records (user_id, word_id, created_at_ms)`,
    `create index records_session on records (session_id) where session_id is not null`,
    `create table answer_outbox (
      seq serial_key,
      user_id text not null,
      client_record_id text not null,
      draft_json text not null,
      accepted_at_ms integer not null,
      attempts integer not null default 0,
      run_after_ms integer not null,
      last_error text,
      dead_at_ms integer
    )`,
    `create index answer_outbox_failed on answer_outbox (run_after_ms) where attempts > 0`,
    `create index answer_outbox_dead on answer_outbox (dead_at_ms) where dead_at_ms is not null`,
  ],
  postgres: [`create index answer_outbox_user on answer_outbox (user_id)`],
};
