import type { Migration } from "./migration.ts";

/**
 * Learners' goals for the schedule. A separate table, because engine and study configuration both
 * read it and most learners keep the default and never have a row.
 */
export const learnerGoals: Migration = {
  name: "0049-learner-goals",
  statements: [
    `create table learner_goals (
      user_id text primary key,
      goal text not null,
      own_recall real,
      updated_at_ms integer not null
    )`,
  ],
  // Rows of an erased account are refused, as in 0023.
  sqlite: [
    `create trigger learner_goals_learner after insert on learner_goals
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    `alter table learner_goals add constraint learner_goals_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
};
