import type { Migration } from "./migration.ts";
import { refuseOrphans } from "./refuse-orphans.ts";

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
    refuseOrphans("imported_activity", "users", "id = new.user_id", ACCOUNT),
    refuseOrphans("word_restarts", "users", "id = new.user_id", ACCOUNT),
    refuseOrphans("learner_replays", "users", "id = new.user_id", ACCOUNT),
    refuseOrphans("replay_words", "users", "id = new.user_id", ACCOUNT),
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
