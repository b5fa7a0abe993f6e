import type { Migration } from "./migration.ts";

/**
 * Letters beyond ASCII with their lowercase form, as the service folds names: SQLite's `lower`
 * knows only ASCII, and PostgreSQL's depends on the locale.
 */
const casePairs = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
  .filter((letter) => letter > "\x7f" && letter.isWellFormed())
  .map((letter) => [letter, letter.toLowerCase()] as const)
  .filter(([letter, small]) => letter !== small)
  .map(([letter, small]) => `('${letter}', '${small}')`)
  .join(", ");

const foldNames = (join: string, isBeyondAscii: string) => [
  `update users set username_folded = lower(username)`,
  `create table case_pairs_0033 (letter text primary key, small text not null)`,
  `insert into case_pairs_0033 (letter, small) values ${casePairs}`,
  `update users set username_folded = (
    with recursive letters (n, letter) as (
      select 1, substr(users.username_folded, 1, 1)
      union all
      select n + 1, substr(users.username_folded, n + 1, 1) from letters
      where n < length(users.username_folded)
    )
    select ${join}(coalesce(small, letters.letter), '' order by n) from letters
    left join case_pairs_0033 as pairs on pairs.letter = letters.letter
  ) where ${isBeyondAscii}`,
  `drop table case_pairs_0033`,
];

/**
 * Facts about learners for administrators: when they were last seen, searchable names, and an
 * activity log.
 */
export const learnerAdministration: Migration = {
  name: "0033-learner-administration",
  statements: [
    `alter table users add column last_seen_at_ms integer`,
    `alter table users add column username_folded text not null default ''`,
    `create index users_created on users (created_at_ms, id)`,
    `create index daily_activity_day on daily_activity (day)`,
    `update users set last_seen_at_ms = (
      select max(at_ms) from (
        select max(devices.last_seen_at_ms) as at_ms from devices where devices.user_id = users.id
        union all select users.last_login_at_ms
      ) as seen
    )`,
    `create table activity_log (
      id serial_key,
      user_id text not null,
      action text not null,
      detail_json text not null,
      ip text,
      created_at_ms integer not null
    )`,
    `create index activity_log_user on activity_log (user_id, id)`,
    `create index activity_log_time on activity_log (created_at_ms)`,
  ],
  // Rows of an erased account are refused, as in 0023.
  sqlite: [
    ...foldNames("group_concat", "username glob '*[^ -~]*'"),
    `create trigger activity_log_learner after insert on activity_log
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
  ],
  postgres: [
    ...foldNames("string_agg", "username ~ '[^ -~]'"),
    `alter table activity_log add constraint activity_log_learner
      foreign key (user_id) references users (id) on delete cascade`,
  ],
};
