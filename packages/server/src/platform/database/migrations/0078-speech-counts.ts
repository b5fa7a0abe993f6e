import type { Migration } from "./migration.ts";

/** How many sounds a learner had made on the latest such day, one row each. */
export const speechCounts: Migration = {
  name: "0078-speech-counts",
  statements: [
    `create table speech_counts (
      user_id text not null primary key,
      day text not null,
      count integer not null
    ) clustered`,
  ],
  // Rows of an erased account are refused, as in 0023.
  sqlite: [
    `create trigger speech_counts_learner after insert on speech_counts
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    `alter table speech_counts add constraint speech_counts_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
};
