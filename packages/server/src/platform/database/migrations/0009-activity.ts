import type { Migration } from "./migration.ts";

/**
 * What a learner did on each of their days, kept up to date with every answer, so that statistics
 * never read the records themselves.
 *
 * day is yyyy-MM-dd by the learner's zone and day start at the time of counting. category is the
 * record type; `all` holds the untagged ones, not the sum. Time studied belongs to no category and
 * stands in the rows of `all`. The index over a learner's words gets the record type, so that a
 * question about one category is answered from the index alone.
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
