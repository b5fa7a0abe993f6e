import type { Migration } from "./migration.ts";

/** Tables whose rows belong to a row of another table, which belongs to a learner or to nobody. */
const PARTS = [
  { table: "feedback_replies", column: "feedback_id", of: "feedback" },
  { table: "feedback_events", column: "feedback_id", of: "feedback" },
  { table: "wordbook_history", column: "wordbook_id", of: "wordbooks" },
] as const;

/**
 * Broadcasts to learners, the conversation about feedback, and the history of wordbooks.
 *
 * A broadcast is delivered in slices in the order of the learners' ids: cursor is the last id
 * served, touched_at_ms the time of the last slice, attempts the number of failed tries. read_count
 * is set when the notifications are old enough to be removed after reading. broadcast_users lists
 * the recipients of a broadcast to some learners until it has been delivered.
 *
 * feedback.first_response_at_ms is the time of the first reply or change of status.
 */
export const administrationDesk: Migration = {
  name: "0034-administration-desk",
  statements: [
    `create table broadcasts (
      id text not null primary key,
      title text not null,
      message text not null,
      audience_json text not null,
      status text not null,
      created_by text not null,
      scheduled_at_ms integer,
      started_at_ms integer,
      touched_at_ms integer not null,
      finished_at_ms integer,
      cursor text not null,
      attempts integer not null,
      sent_count integer not null,
      read_count integer,
      error text,
      created_at_ms integer not null
    )`,
    `create index broadcasts_status on broadcasts (status, scheduled_at_ms)`,
    `create index broadcasts_started on broadcasts (started_at_ms, id)`,
    `create table broadcast_users (
      broadcast_id text not null,
      user_id text not null,
      primary key (broadcast_id, user_id)
    ) clustered`,
    `create index broadcast_users_user on broadcast_users (user_id)`,
    `create index notifications_broadcast_reads on notifications (once_key)
      where type = 'broadcast' and read_at_ms is not null`,
    `alter table feedback add column first_response_at_ms integer`,
    `create table feedback_replies (
      id text not null primary key,
      feedback_id text not null,
      author_kind text not null,
      author_id text not null,
      body text not null,
      created_at_ms integer not null
    )`,
    `create index feedback_replies_item on feedback_replies (feedback_id, created_at_ms)`,
    `create table feedback_events (
      id text not null primary key,
      feedback_id text not null,
      kind text not null,
      actor text not null,
      summary text not null,
      created_at_ms integer not null
    )`,
    `create index feedback_events_item on feedback_events (feedback_id, created_at_ms)`,
    `create table wordbook_history (
      id text not null primary key,
      wordbook_id text not null,
      at_ms integer not null,
      actor_kind text not null,
      actor_id text,
      action text not null,
      count integer,
      detail text not null
    )`,
    `create index wordbook_history_book on wordbook_history (wordbook_id, at_ms, id)`,
  ],
  sqlite: [
    `create trigger broadcast_users_learner after insert on broadcast_users
      when not exists (select 1 from users where id = new.user_id)
      begin
        select raise(abort, 'the account is gone');
      end`,
    ...PARTS.map(
      ({ table, column, of }) => `create trigger ${table}_owner after insert on ${table}
        when not exists (select 1 from ${of} where id = new.${column})
        begin
          select raise(abort, 'what it belongs to is gone');
        end`,
    ),
  ],
  postgres: [
    `alter table broadcast_users add constraint broadcast_users_learner
      foreign key (user_id) references users (id) on delete cascade`,
    ...PARTS.map(
      ({ table, column, of }) => `alter table ${table} add constraint ${table}_owner
        foreign key (${column}) references ${of} (id) on delete cascade`,
    ),
  ],
};
