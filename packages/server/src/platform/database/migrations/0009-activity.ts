import type { Migration } from "./migration.ts";

/**
 * Daily totals per learner, updated with every answer, so that statistics need not read the
 * records.
 *
 * day is yyyy-MM-dd in the learner's time zone and with the learner's day start at the time of
 * counting. category is the record type; `all` contains the untagged records, not the sum. Study
 * time has no category and is stored in the rows of `all`. The index over a learner's words
 * includes the record type, so that queries for one category need only the index.
 */
export const activity: Migration = {
  name: "0009-activity",
  statements: [
    `create table daily_activity (
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
    ) clustered`,
    `drop index records_user_word`,
    `create index records_user_word on records (user_id, word_id, created_at_ms, record_type)`,
  ],
};
