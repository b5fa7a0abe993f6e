import type { Migration } from "./migration.ts";

/** When a learner last took the archive of the account along. */
export const archiveCharges: Migration = {
  name: "0075-archive-charges",
  statements: [
    `create table archive_charges (
      user_id text not null primary key,
      charged_at_ms integer not null
    )`,
  ],
  sqlite: [
    `create trigger archive_charges_learner after insert on archive_charges
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    `alter table archive_charges add constraint archive_charges_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
};
