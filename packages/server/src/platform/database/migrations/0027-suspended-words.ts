import type { Migration } from "./migration.ts";

/**
 * Words that are not handed out to a learner, for a day or until further notice. A separate table,
 * because the states of these words do not change and most words never have an entry.
 */
export const suspendedWords: Migration = {
  name: "0027-suspended-words",
  statements: [
    `create table suspended_words (
      user_id text not null,
      word_id text not null,
      reason text not null,
      until_ms integer,
      created_at_ms integer not null,
      primary key (user_id, word_id)
    ) clustered`,
    `create index suspended_words_word on suspended_words (word_id)`,
  ],
  // Rows of an erased account are refused, as in 0023.
  sqlite: [
    `create trigger suspended_words_learner after insert on suspended_words
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    `alter table suspended_words add constraint suspended_words_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
};
