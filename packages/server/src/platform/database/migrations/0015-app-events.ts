import type { Migration } from "./migration.ts";

/**
 * What apps report of their use, and the sums that are kept of it for ever.
 *
 * app_events holds the events themselves for a while, in the order of their arrival (seq);
 * app_event_progress says up to which of them the sums reach, app_event_removals before which time
 * some are gone, so that their days cannot be summed again. The sums of a day are: events by name
 * (app_event_counts), times by name as a histogram (app_event_timings), errors by signature with
 * the latest events as samples (app_event_errors), and who it was (app_event_learner_sets): members
 * is a set of learner numbers, one bit each, and kind says what those learners did or use.
 *
 * Only app_event_learners says whose number it is. It goes with the account; what is left in the
 * sets says nothing about anybody then. Days are those of APP_TIMEZONE.
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
