import type { Migration } from "./migration.ts";

/** The first ids of rows that came with the archive of an account and could not keep them. */
export const broughtIds: Migration = {
  name: "0080-brought-ids",
  statements: [
    `create table brought_ids (
      user_id text not null,
      id text not null,
      origin_id text not null,
      primary key (user_id, id)
    )`,
  ],
  sqlite: [
    `create trigger brought_ids_learner after insert on brought_ids
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    `alter table brought_ids add constraint brought_ids_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
};
