import type { Migration } from "./migration.ts";

/**
 * Notifications, and the badges learners have earned.
 *
 * once_key identifies the occasion of a notification (a day's reminder, a week's report, a badge, a
 * broadcast). A learner gets one notification per occasion, however often the sender tries;
 * notifications without a key never conflict. The index starts with the key, to find all recipients
 * of an occasion.
 *
 * Badges are never removed once earned.
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
