import type { Migration } from "./migration.ts";

/**
 * What learners are told, and the badges they have earned.
 *
 * once_key names the occasion of a notification (a day's reminder, a week's report, a badge, a
 * broadcast). A learner is told of an occasion once, however often the sender tries; notifications
 * without one never clash. The key leads its index: all receivers of one occasion are found by it.
 *
 * A row of badges stays for good: what was earned is never lost again.
 */
export const notifications: Migration = {
  name: "0008-notifications",
  statements: [
    `create table notifications (
      id text primary key,
      user_id text not null,
      type text not null,
      title text not null,
      message text not null,
      word_id text,
      overdue_hours real,
      once_key text,
      read_at_ms integer,
      created_at_ms integer not null
    )`,
    `create index notifications_user on notifications (user_id, created_at_ms, id)`,
    `create index notifications_unread on notifications (user_id, created_at_ms, id)
      where read_at_ms is null`,
    `create unique index notifications_once on notifications (once_key, user_id)`,
    `create index notifications_read on notifications (created_at_ms) where read_at_ms is not null`,
    `create table badges (
      user_id text not null,
      badge_id text not null,
      unlocked_at_ms integer not null,
      primary key (user_id, badge_id)
    ) clustered`,
  ],
};
