import type { Migration } from "./migration.ts";

/**
 * The bytes of learners' pictures, so that processes need no shared folder. The service imports
 * pictures that exist only as files, because a migration reads no files.
 */
export const avatarBlobs: Migration = {
  name: "0041-avatar-blobs",
  statements: [
    `create table avatar_blobs (
      user_id text not null primary key,
      type text not null,
      sha256 text not null,
      bytes blob not null
    )`,
  ],
  sqlite: [
    `create trigger avatar_blobs_learner after insert on avatar_blobs
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    `alter table avatar_blobs add constraint avatar_blobs_learner
      foreign key (user_id) references users (id) on delete cascade`,
    // Pictures are already compressed; another attempt would only take time.
    `alter table avatar_blobs alter column bytes set storage external`,
  ],
};
