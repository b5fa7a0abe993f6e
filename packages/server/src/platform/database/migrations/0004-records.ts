import type { Migration } from "./migration.ts";

/**
 * Stored answers, and answers that were accepted but not yet learned from.
 *
 * client_record_id is the idempotency key, unique per learner for ever; rows without one never
 * clash. The outbox is read in order of seq; dead_at_ms marks a row that failed too often and
 * waits for an operator. The index serves the only frequent question: which living rows are due?
 */
export const records: Migration = {
  name: "0004-records",
  statements: [
    `create table records (
      id text primary key,
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
      created_at_ms integer not null
    )`,
    `create unique index records_client_id on records (user_id, client_record_id)`,
    `create index records_user_time on records (user_id, created_at_ms, id)`,
    `create index records_user_word on records (user_id, word_id, created_at_ms)`,
    `create index records_session on records (session_id)`,
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
    `create unique index answer_outbox_client_id on answer_outbox (user_id, client_record_id)`,
    `create index answer_outbox_due on answer_outbox (dead_at_ms, seq)`,
  ],
};
