import type { Migration } from "./migration.ts";

/** Tables of the learner app; each row belongs to the learner in `user_id`. */
const OWN = ["app_settings", "slip_dismissals"];

const sqliteTriggers = OWN.map(
  (table) => `create trigger ${table}_learner after insert on ${table}
    when not exists (select 1 from users where id = new.user_id)
    begin
      select raise(abort, 'the account is gone');
    end`,
);

const foreignKeys = OWN.map(
  (table) => `alter table ${table} add constraint ${table}_learner
    foreign key (user_id) references users (id) on delete cascade`,
);

/**
 * Settings of the app that follow the learner to every device, words taken off the list of slipping
 * words, and facts about the device of a sign-in.
 */
export const learnerApp: Migration = {
  name: "0028-learner-app",
  statements: [
    `create table app_settings (
      user_id text not null primary key,
      revision integer not null,
      settings_json text not null,
      updated_at_ms integer not null
    ) clustered`,
    `create table slip_dismissals (
      user_id text not null,
      word_id text not null,
      dismissed_at_ms integer not null,
      primary key (user_id, word_id)
    ) clustered`,
    `create index slip_dismissals_word on slip_dismissals (word_id)`,
    `alter table sessions add column platform text`,
    `alter table sessions add column device_label text`,
  ],
  sqlite: sqliteTriggers,
  postgres: foreignKeys,
};
