import type { Migration } from "./migration.ts";

/**
 * App events, and their daily totals, which are kept for ever.
 *
 * app_events holds the events for a limited time, in order of arrival (seq). app_event_progress
 * records which of them the totals include, app_event_removals before which time events have been
 * removed, so that those days cannot be recomputed. The totals of a day are: events by name
 * (app_event_counts), durations by name as a histogram (app_event_timings), errors by signature
 * with the latest events as samples (app_event_errors), and the learners (app_event_learner_sets):
 * members is a set of learner numbers, one bit each, and kind says what those learners did or use.
 *
 * Only app_event_learners maps numbers to accounts. Its row is deleted with the account, which
 * makes the sets anonymous. Days are those of APP_TIMEZONE.
 */
export const appEvents: Migration = {
  name: "0015-app-events",
  statements: [
    `create table app_events (
      seq serial_key,
      device_id text not null,
      client_event_id text not null,
      user_id text not null,
      name text not null,
      category text not null,
      at_ms integer not null,
      received_at_ms integer not null,
      platform text not null,
      app_version text not null,
      props_json text
    )`,
    `create unique index app_events_once on app_events (device_id, client_event_id)`,
    `create index app_events_time on app_events (at_ms, seq)`,
    `create index app_events_user on app_events (user_id)`,
    `create table app_event_progress (
      id integer primary key,
      counted_seq integer not null
    )`,
    `create table app_event_removals (
      id integer primary key,
      before_ms integer not null
    )`,
    `create table app_event_counts (
      day text not null,
      category text not null,
      name text not null,
      events integer not null,
      primary key (day, category, name)
    ) clustered`,
    `create table app_event_timings (
      day text not null,
      name text not null,
      events integer not null,
      buckets_json text not null,
      primary key (day, name)
    )`,
    `create table app_event_errors (
      day text not null,
      name text not null,
      signature text not null,
      events integer not null,
      last_at_ms integer not null,
      sample_seqs_json text not null,
      primary key (day, name, signature)
    ) clustered`,
    `create table app_event_learner_sets (
      day text not null,
      kind text not null,
      members blob not null,
      primary key (day, kind)
    )`,
    `create table app_event_learners (
      no serial_key,
      user_id text not null,
      first_day text not null
    )`,
    `create unique index app_event_learners_user on app_event_learners (user_id)`,
    `create index app_event_learners_first on app_event_learners (first_day)`,
  ],
};
