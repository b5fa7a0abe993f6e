import type { Migration } from "./migration.ts";

/** How many words a learner added to the library on the latest such day, one row each. */
export const addedWords: Migration = {
  name: "0060-added-words",
  statements: [
    `create table added_words (
      user_id text not null primary key,
      day text not null,
      count integer not null
    ) clustered`,
  ],
  // Rows of an erased account are refused, as in 0023.
  sqlite: [
    `create trigger added_words_learner after insert on added_words
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    `alter table added_words add constraint added_words_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
};
