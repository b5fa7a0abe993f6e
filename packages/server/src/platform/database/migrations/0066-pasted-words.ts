import type { Migration } from "./migration.ts";
import { returnPastedWords } from "./pasted-words/return-pasted-words.ts";

/**
 * Words that only learners have added become their own: nobody else sees them any more. The first
 * learner of a word keeps its id; `moved_words` keeps the former id for each of the others, because
 * clients may still have answers to it.
 *
 * Can be repeated: a word that has an owner is not looked at again.
 */
export const pastedWords: Migration = {
  name: "0066-pasted-words",
  statements: [
    `create table moved_words (
      user_id text not null,
      former_id text not null,
      word_id text not null,
      primary key (user_id, former_id)
    ) clustered`,
    `create index moved_words_word on moved_words (word_id)`,
  ],
  // Rows of an erased account are refused, as in 0023.
  sqlite: [
    `create trigger moved_words_learner after insert on moved_words
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    `alter table moved_words add constraint moved_words_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
  work: returnPastedWords,
};
