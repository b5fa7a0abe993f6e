import type { Migration } from "./migration.ts";

/** Learners' new addresses that await confirmation, one per account. */
export const emailChanges: Migration = {
  name: "0057-email-changes",
  statements: [
    `create table email_changes (
      user_id text primary key,
      email text,
      password_mark text,
      token_hash text,
      requested_at_ms integer not null,
      confirm_due_at_ms integer,
      notice_due_at_ms integer,
      counted_since_ms integer not null,
      requests integer not null
    )`,
    `create unique index email_changes_token on email_changes (token_hash)`,
  ],
  // Rows of an erased account are refused, as in 0023.
  sqlite: [
    `create trigger email_changes_learner after insert on email_changes
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    `alter table email_changes add constraint email_changes_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
};
