import type { Migration } from "./migration.ts";

const ACCOUNT = "the account is gone";

/**
 * Reviews that came with decks: records with the import that brought them, their daily totals, the
 * times at which words began anew, and the replays that still have to follow.
 */
export const deckReviews: Migration = {
  name: "0069-deck-reviews",
  statements: [
    `alter table records add column import_id text`,
    `create table imported_activity (
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
    `alter table imports add column result_json text`,
    `create table word_restarts (
      user_id text not null,
      word_id text not null,
      at_ms integer not null,
      import_id text not null,
      primary key (user_id, word_id, at_ms)
    )`,
    `create index word_restarts_word on word_restarts (word_id)`,
    `create table learner_replays (
      user_id text not null primary key,
      from_ms integer not null
    )`,
    `create table replay_words (
      user_id text not null,
      word_id text not null,
      primary key (user_id, word_id)
    )`,
    `create index replay_words_word on replay_words (word_id)`,
  ],
  sqlite: [
    refuseOrphans("imported_activity"),
    refuseOrphans("word_restarts"),
    refuseOrphans("learner_replays"),
    refuseOrphans("replay_words"),
  ],
  postgres: [
    keepWithLearner("imported_activity"),
    keepWithLearner("word_restarts"),
    keepWithLearner("learner_replays"),
    keepWithLearner("replay_words"),
  ],
};

function keepWithLearner(table: string): string {
  return `alter table ${table} add constraint ${table}_learner
    foreign key (user_id) references users (id) on delete cascade`;
}

function refuseOrphans(table: string): string {
  return `create trigger ${table}_learner after insert on ${table}
    when not exists (select 1 from users where id = new.user_id)
    begin
      select raise(abort, '${ACCOUNT}');
    end`;
}
